# native-syntax: For Expressions
x = [for in b: a]
