listen = ":80"
tls    = "a.pem"
