# native-syntax: Template Interpolations
x = <<EOT
${a
EOT
y = 1
