# native-syntax: Splat Operators
variables {
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
