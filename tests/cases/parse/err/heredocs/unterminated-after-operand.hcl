# native-syntax: Template Expressions
x = a <<EOT
hello
