# packer-expressions: dynamic Blocks
dynamic "null" {
  for_each = null
  content {}
}

dynamic "number" {
  for_each = 5
  content {}
}

dynamic "undefined" {
  for_each = nothing
  content {}
}

dynamic "itself" {
  for_each = itself.value
  content {}
}

dynamic "label" {
  for_each = [1]
  labels   = [null, [], "fine"]
  content {}
}

dynamic "label" {
  for_each = [1]
  labels   = "a"
  content {}
}

dynamic "label" {
  for_each = [1]
  labels   = [label.vlaue]
  content {}
}

# What is wrong in the content is said once for the expansion, and at each value otherwise.
dynamic "outer" {
  for_each = [1, 2]
  content {
    dynamic "inner" {
      for_each = true
      content {}
    }

    value = outer.valeu
  }
}
