# packer-expressions: dynamic Blocks
dynamic {
  for_each = []
  content {}
}

dynamic "a" "b" {
  for_each = []
  content {}
}

dynamic "two words" {
  for_each = []
  content {}
}

dynamic "dynamic" {
  for_each = []
  content {}
}

dynamic "no_argument" {
}

dynamic "no_content" {
  for_each = []
}

dynamic "two_contents" {
  for_each = []
  content {}
  content {}
}

dynamic "labelled_content" {
  for_each = []
  content "a" {}
}

dynamic "unsupported" {
  foreach = []
  contents {}
}

dynamic "iterator" {
  for_each = []
  iterator = "name"
  content {}
}

dynamic "iterator" {
  for_each = []
  iterator = a.b
  content {}
}

# What is wrong with one does not keep the others away.
dynamic "valid" {
  for_each = [1]
  content {
    value = valid.value
  }
}
