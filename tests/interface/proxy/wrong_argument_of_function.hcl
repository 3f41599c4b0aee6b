listen  = ":80"
workers = max("a", 2)
