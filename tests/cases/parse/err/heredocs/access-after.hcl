# native-syntax: Template Expressions
x = <<EOT
hello
EOT
.a
