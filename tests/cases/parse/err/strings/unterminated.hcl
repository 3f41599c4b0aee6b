# native-syntax: Template Expressions
x = "a
y = 1
