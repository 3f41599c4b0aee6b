# native-syntax: Template Expressions
x = <<-EOT
    a
  b
  EOT
