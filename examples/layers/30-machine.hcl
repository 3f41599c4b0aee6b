# What holds on this machine alone.

log {
  level = "debug"
}

listener "http" {
  port = 8080
}

pool {
  max = 64
}
