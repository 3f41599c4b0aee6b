# native-syntax: Collection Values
variables {
  foo = "key"
}

tuple = [1, "a", true]
literal_name = {foo = "baz"}
name_of_variable = {(foo) = "baz"}
for_quoted = {"for" = 1, baz = 2}
for_later = {baz = 2, for = 1}
last_wins = {a = 1, a = 2}
converted_keys = {1 = "one", true = "yes"}
null_key = {(null) = 1}
ambiguous = {foo.bar = 1}
wrong_key = {[] = 1}
for_of_variable = {(foo) = 1, baz = 2}
empty_tuple = []
empty_object = {}
