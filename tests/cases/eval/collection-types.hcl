# information-model: Collection Types
variables {
  list = convert(["a", "b"], list(string))
  same = convert(["a", "b"], list(string))
  shorter = convert(["a"], list(string))
  set = convert(["b", "a"], set(string))
  set_reversed = convert(["a", "b"], set(string))
  numbers = convert([], list(number))
  strings = convert([], list(string))
}

equal = list == same
shorter = list == shorter
sets = set == set_reversed
list_and_set = list == set
list_and_tuple = list == ["a", "b"]
element_types = numbers == strings
