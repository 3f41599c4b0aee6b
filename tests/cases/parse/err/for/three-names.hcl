# native-syntax: For Expressions
x = [for a, b, c in d: a]
