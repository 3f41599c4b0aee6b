# native-syntax: Template Expressions
x = "\ud800"
