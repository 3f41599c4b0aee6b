# native-syntax: For Expressions
x = [for a in : a]
