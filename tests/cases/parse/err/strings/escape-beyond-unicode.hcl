# native-syntax: Template Expressions
x = "\U00300000"
