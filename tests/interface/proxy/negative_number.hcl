listen  = ":80"
workers = -1
