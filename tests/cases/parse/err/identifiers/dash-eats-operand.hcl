# native-syntax: Identifiers
x = a- b
