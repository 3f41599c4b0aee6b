listen = ":80"

tls {
  cert = "a.pem"
  key  = "a.key"
}

tls {
  cert = "b.pem"
  key  = "b.key"
}
