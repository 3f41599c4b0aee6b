listen  = ":80"
workers = "many"
