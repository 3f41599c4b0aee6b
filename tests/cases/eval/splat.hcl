# native-syntax: Splat Operators
variables {
  set = convert(["b", "a"], set(string))
  null_list = null_of(list(string))
  unknown_list = unknown(list(string))
  unknown_number = unknown(number)
  unknown = unknown(any)
  tuple = [{foo = {bar = [1, 2]}}, {foo = {bar = [3, 4]}}]
  object = {id = "x"}
}

attribute_only = tuple.*.foo.bar[0]
full = tuple[*].foo.bar[0]
of_object = object.*.id
of_number = 5.*
of_null = null[*]
wrong = tuple[*].fo
as_for = tuple.*.foo.bar[0] == [for v in tuple: v.foo.bar][0]
full_as_for = tuple[*].foo.bar[0] == [for v in tuple: v.foo.bar[0]]
of_set = set[*]
of_null_list = null_list[*]
of_unknown_list = unknown_list[*]
of_unknown_number = unknown_number[*]
of_unknown_type = unknown[*]
key_for_no_element = unknown[*].a[nobody]
key_at_once = unknown[*][nobody]
key_in_two_splats = unknown[*].a[*].b[nobody]
key_in_call = length([unknown[*].a[nobody]])
any_object = object.*.id == [object.id]
any_number = 5.* == [5]
