# native-syntax: Template Expressions
x = <<EOT
EOTX
EOT
