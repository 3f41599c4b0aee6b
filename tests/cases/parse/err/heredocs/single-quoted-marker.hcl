# native-syntax: Template Expressions
x = <<'EOT'
text
EOT
y = 1
