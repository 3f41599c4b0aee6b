# native-syntax: For Expressions
x = [for 1 in b: a]
