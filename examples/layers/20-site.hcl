# What holds on all machines here.

log {
  format = "json"
}

listener "https" {
  address = "0.0.0.0"
  port    = 443

  tls {
    certificate = "/etc/shop/tls.pem"
    key         = "/etc/shop/tls.key"
  }
}

limit {
  path = "/login"
  rate = 5
}

limit {
  path = "/"
  rate = 500
}
