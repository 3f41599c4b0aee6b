listen = ":80",
workers = 2
