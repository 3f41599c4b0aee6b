# native-syntax: Functions and Function Calls
variables {
  list = ["a", "b"]
}

call = upper("a")
expanded = concat([[1], [2, 3]]...)
missing = upper()
too_many = upper("a", "b")
wrong = int("many")
unknown = uper("a")
namespaced = text::upper("a")
