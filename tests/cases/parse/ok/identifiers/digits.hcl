# native-syntax: Identifiers
a1 = b2c3
