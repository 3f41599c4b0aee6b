listen = ":80"

timeouts {
  read = 1
}
