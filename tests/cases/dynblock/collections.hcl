# packer-expressions: dynamic Blocks
variables {
  map = true ? { b = 2, a = 1 } : { c = 3 }
  object = { b = "two", a = 1 }
  list = true ? ["x", "y"] : ["z"]
  tuple = ["x", 1, null]
  nobody = []
}

dynamic "of_map" {
  for_each = map
  content {
    element = [of_map.key, of_map.value]
  }
}

dynamic "of_object" {
  for_each = object
  content {
    element = [of_object.key, of_object.value]
  }
}

dynamic "of_list" {
  for_each = list
  content {
    element = [of_list.key, of_list.value]
  }
}

dynamic "of_tuple" {
  for_each = tuple
  content {
    element = [of_tuple.key, of_tuple.value]
  }
}

# The key of an element of a set is the element itself.
dynamic "of_set" {
  for_each = set
  content {
    element = [of_set.key, of_set.value]
  }
}

dynamic "of_nobody" {
  for_each = nobody
  content {
    element = of_nobody.value
  }
}

# A collection may be made out of another by a for expression or a splat.
dynamic "of_for" {
  for_each = { for name in list : upper(name) => "${name}!" }
  content {
    element = [of_for.key, of_for.value]
  }
}

dynamic "of_splat" {
  for_each = [{ id = "i-1" }, { id = "i-2" }][*].id
  content {
    element = of_splat.value
  }
}
