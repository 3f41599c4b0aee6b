# packer-expressions: dynamic Blocks
variables {
  ports = [80, 443]
}

# One block stands for all that there may be; nothing in it is known, not even what is written.
dynamic "tag" {
  for_each = unknown
  content {
    key     = tag.key
    literal = "as it is written"

    inner {
      value = tag.value.nothing.is.wrong
    }

    dynamic "port" {
      for_each = ports
      content {
        number = port.value
      }
    }

    dynamic "name" {
      for_each = tag.value
      content {
        text = name.value
      }
    }
  }
}

# An element may be unknown on its own.
dynamic "tag" {
  for_each = [unknown, "b"]
  content {
    key     = tag.key
    value   = tag.value
    literal = "as it is written"
  }
}

# Labels must be known.
dynamic "labelled" {
  for_each = unknown
  labels   = [labelled.key]
  content {}
}

dynamic "labelled" {
  for_each = unknown
  labels   = ["known"]
  content {
    value = labelled.value
  }
}

dynamic "labelled" {
  for_each = ports
  labels   = unknown
  content {}
}
