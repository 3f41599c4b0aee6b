# packer-expressions: dynamic Blocks
variables {
  ports = { http = 80, https = 443 }
  names = { web = ["web", "front"] }
}

dynamic "port" {
  for_each = ports
  labels   = [port.key, "tcp"]
  content {
    number = port.value
  }
}

# Labels are strings, and other values convert to them.
dynamic "port" {
  for_each = [80]
  labels   = [port.value, true, "two words \"quoted\""]
  content {}
}

# The list may come from anywhere.
dynamic "host" {
  for_each = names
  labels   = concat(host.value, [host.key])
  content {}
}

# The type of the blocks needs no quotes.
dynamic bare {
  for_each = [1]
  content { value = bare.value }
}
