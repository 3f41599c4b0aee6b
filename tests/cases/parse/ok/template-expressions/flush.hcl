# native-syntax: Template Expressions
flush = <<-EOT
    hello
      world
    EOT

flush_blank_line = <<-EOT
    hello

  world
EOT

flush_interpolation = <<-EOT
    hello
  ${a}
      b ${c}
    EOT

flush_tabs = <<-EOT
		a
	 b
	EOT

flush_empty = <<-EOT
  EOT

flush_directive = <<-EOT
  %{ if a }
    b
  %{ endif }
  EOT

flush_line_of_interpolation_only = <<-EOT
${a}
  b
EOT
