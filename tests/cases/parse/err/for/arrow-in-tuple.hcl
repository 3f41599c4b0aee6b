# native-syntax: For Expressions
x = [for a, b in c: a => b]
