# native-syntax: Collection Values
tuple = [1, "a", [b]]

tuple_over_lines = [
  1,
  2
]

tuple_comma_on_next_line = [
  1
  , 2]

object_with_equals = {a = 1, b = 2}

object_with_colons = {a : 1, "b": 2}

object_over_lines = {

  a = 1

  b = 2
}

object_comma_and_newlines = {a = 1,

  b = 2,
}

object_comment_ends_item = {a = 1 # one
  b = 2}

name_key = {foo = "baz"}

expression_key = {(foo) = "baz"}

keys = {1 = a, "b${c}" = d, true = e, null = f, g.h = i, [j] = k, -l = m, n + o = p, q() = r}

conditional_key = {a ? b : c : d, e ? f : g = h}

conditional_value = {a : b ? c : d}

for_in_parentheses = [(for), foo, baz]

for_quoted = {"for" = 1, baz = 2}

for_not_first = {baz = 2, for = 1}

for_key_in_parentheses = {(for) = 1, baz = 2}

object_in_tuple = [{a = 1
  b = 2}, {c = 3}]

newlines_in_key_parentheses = {(a
) = 1}

nested_brackets_take_newlines = {a = [1
  , 2]
  b = (3
  + 4)}
