# native-syntax: Blocks
a { x = <<EOT
hello
EOT
}
b = 1
