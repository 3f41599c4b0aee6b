# native-syntax: Index Operator
variables {
  unknown = unknown(number)
  convert_list = convert(["a"], list(string))
  unknown_list = unknown(list(bool))
  dynamic = unknown(any)
  set = convert(["a"], set(string))
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
behind_the_only = ["a"][1]
missing = map["y"]
no_index = 5[0]
of_null = null[0]
over_lines = list[
  1
]
of_object = {a = 1}["a"]
of_tuple_by_unknown = list[unknown]
of_list_by_unknown = convert_list[unknown]
of_unknown_list = unknown_list[0]
of_unknown_type = dynamic["a"]
key_of_no_suitable_type = list["a"]
of_set = set[0]
