# native-syntax: Template Expressions
x = "\u12"
