# native-syntax: Template Expressions
x = <<E