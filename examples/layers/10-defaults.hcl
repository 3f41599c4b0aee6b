# What the package comes with.

log {
  level  = "info"
  format = "text"
}

listener "http" {
  address = "0.0.0.0"
  port    = 80
}

listener "metrics" {
  address = "127.0.0.1"
  port    = 9100
}

pool {
  min     = 2
  max     = 16
  timeout = "30s"
}

limit {
  path = "/"
  rate = 100
}
