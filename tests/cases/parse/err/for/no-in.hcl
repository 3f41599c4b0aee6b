# native-syntax: For Expressions
x = [for a b: a]
y = 1
