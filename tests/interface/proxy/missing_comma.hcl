listen = ":80"
hosts  = ["a" "b"]
