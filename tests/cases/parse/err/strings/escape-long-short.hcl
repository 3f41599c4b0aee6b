# native-syntax: Template Expressions
x = "\U1234"
