# native-syntax: Template If Directive
x = <<EOT
%{ if a }
b
EOT
y = 1
