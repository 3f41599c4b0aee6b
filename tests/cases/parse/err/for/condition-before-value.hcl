# native-syntax: For Expressions
x = [for a in b if c: a]
