listen = ":80"
gzip   = "yes"
