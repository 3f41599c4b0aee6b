# native-syntax: Identifiers
instance-type = a-b
