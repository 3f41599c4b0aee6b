# native-syntax: Template Expressions
escapes = "a\n\r\t\"\\\u00e9\U0001F600"
flush = <<-EOT
    four
      six
    four
  EOT
plain = <<EOT
  two
EOT
