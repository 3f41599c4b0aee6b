# information-model: Type Specifications
variables {
  list = convert(["a"], list(string))
  maps = convert([{a = 1}], list(map(number)))
  set = convert(["a"], set(string))
}

identical = matches(list, list(string))
list_of_string = matches(list, list(any))
list_of_map = matches(maps, list(any))
set_of_string = matches(set, list(any))
anything = matches(set, any)
other_element = matches(list, list(number))
