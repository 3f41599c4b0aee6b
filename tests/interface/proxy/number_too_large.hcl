listen  = ":80"
workers = 70000
