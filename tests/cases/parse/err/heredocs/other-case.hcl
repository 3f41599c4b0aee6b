# native-syntax: Template Expressions
x = <<EOT
hello
eot
y = 1
