# packer-expressions: dynamic Blocks
variables {
  tags = ["a", "b"]
  tag  = "outside"
}

# Without an iterator, the block type is the name of the variable.
dynamic "tag" {
  for_each = tags
  content {
    value = tag.value
  }
}

# With one, that name means what it means outside.
dynamic "tag" {
  for_each = tags
  iterator = it
  content {
    value   = it.value
    outside = tag
  }
}

# A for expression may take the name for itself.
dynamic "tag" {
  for_each = tags
  content {
    value  = [for tag in [tag.key] : tag + 1]
    text   = "%{ for tag in [tag.value] }${tag}%{ endfor }${tag.value}"
    object = { tag = tag.value, (tag.value) = "tag" }
    access = { tag = 5 }.tag
  }
}

# The collection is evaluated outside of the block.
dynamic "tag" {
  for_each = [tag]
  content {
    value = tag.value
  }
}

# Behind the blocks the name means what it meant before.
after = tag
