# native-syntax: Template Expressions
x = <<
