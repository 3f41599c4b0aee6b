# native-syntax: Collection Values
variables {
  for = "x"
  foo = "y"
  baz = "z"
}

tuple = [(for), foo, baz]
object_of_variable = {(for) = 1, baz = 2}
object_of_text = {"for" = 1, baz = 2}
