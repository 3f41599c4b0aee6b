listen = ":80"
hosts  = ["a", "b"
workers = 2
