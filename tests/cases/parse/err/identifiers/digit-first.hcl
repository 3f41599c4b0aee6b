# native-syntax: Identifiers
1a = 2
