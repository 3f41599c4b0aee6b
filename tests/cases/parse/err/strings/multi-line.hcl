# native-syntax: Template Expressions
x = "a
b"
y = 1
