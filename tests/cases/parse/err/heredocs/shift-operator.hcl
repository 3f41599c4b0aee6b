# native-syntax: Template Expressions
x = a << b
