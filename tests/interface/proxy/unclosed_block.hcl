listen = ":80"

tls {
  cert = "a.pem"
  key  = "a.key"
