# native-syntax: Template Expressions
heredoc = <<EOT
hello
  world
EOT

heredoc_empty = <<EOT
EOT

heredoc_indented_marker = <<EOT
  hello
  EOT

heredoc_blank_line = <<EOT

EOT

heredoc_backslash = <<EOT
a\nb \" " \q
EOT

heredoc_marker_prefix = <<EOT
EOTX
XEOT
EOT-1
foo EOT
EOT bar
EOT

heredoc_marker_with_dash = <<E-T
hello
E-T

heredoc_interpolation = <<EOT
a ${b} c
${d}
EOT

heredoc_interpolation_before_marker_text = <<EOT
${a}EOT
EOT

heredoc_interpolation_over_lines = <<EOT
${a +
  b
}
EOT

heredoc_escaped_marks = <<EOT
$${a} %%{b} $ % $$ %%
EOT

heredoc_in_heredoc = <<OUTER
${<<INNER
hello
INNER
}
OUTER

heredoc_in_tuple = [<<EOT
hello
EOT
, 1]

heredoc_in_call = f(<<EOT
hello
EOT
)

heredoc_in_object = {a = <<EOT
hello
EOT
  b = 1}
