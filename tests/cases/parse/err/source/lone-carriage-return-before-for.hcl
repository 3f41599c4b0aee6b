# native-syntax: For Expressions
x = [for v in y: v]
