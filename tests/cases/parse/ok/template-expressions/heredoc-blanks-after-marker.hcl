# native-syntax: Template Expressions
x = <<EOT
hello
EOT 	
y = 1
