# native-syntax: Attribute Access Operator
variables {
  object = {name = "web", port = 80}
}

present = object.name
misspelled = object.prot
of_list = [object].name
of_string = "a".b
of_null = null.a
