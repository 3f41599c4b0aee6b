name = "web-${zone}"

listener "http" {
  port = 8000 + 80
}

listener "https" {
  port = "8443"
}
