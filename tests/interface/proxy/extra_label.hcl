listen = ":80"

tls "main" {
  cert = "a.pem"
  key  = "a.key"
}
