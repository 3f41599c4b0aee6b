# native-syntax: Identifiers
x = ́a
