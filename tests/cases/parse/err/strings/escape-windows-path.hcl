# native-syntax: Template Expressions
x = "C:\Users\me"
y = 1
