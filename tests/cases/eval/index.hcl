# native-syntax: Index Operator
variables {
  list = ["a", "b"]
  map = {x = 1}
}

first = list[0]
converted = list["1"]
by_key = map["x"]
legacy = list.1
negative = list[-1]
fraction = list[0.5]
behind = list[2]
missing = map["y"]
no_index = 5[0]
of_null = null[0]
