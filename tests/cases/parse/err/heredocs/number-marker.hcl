# native-syntax: Template Expressions
x = <<1
hello
1
