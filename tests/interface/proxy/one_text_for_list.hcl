listen = ":80"
hosts  = "example.com"
