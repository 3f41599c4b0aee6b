listen = ":80"
listen = ":81"
