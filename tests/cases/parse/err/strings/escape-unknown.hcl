# native-syntax: Template Expressions
x = "a\q"
y = 1
