# native-syntax: Attribute Access Operator
variables {
  unknown = unknown(object({name = string}))
  object = {name = "web", port = 80}
}

present = object.name
misspelled = object.prot
of_list = [object].name
of_string = "a".b
of_null = null.a
of_unknown = unknown.name
missing_of_unknown = unknown.port
