# native-syntax: Template Expressions
blank_line = <<-EOT
      four

      four
    EOT
blank_line_stripped = <<-EOT
      x${~ 1 }

    ${~ 2 } stands where the blank line began
    EOT
newline_stripped = <<-EOT
      six
    ${ 1 ~}
  is no beginning of a line
      six
    EOT
directive_behind_stripped_newline = <<-EOT
      six%{ if true ~}
%{ else }
%{ endif }
      six
    EOT
end_of_branch = <<-EOT
      %{ for v in [1, 2] ~}
      ${ v }
    %{ endfor ~}
      six
    EOT
any_white_space = <<-EOT
  　 three
    two
 　EOT 
byte_behind_percent_sign = <<-EOT
100 % 
${~ 1 }
100 %  
${~ 2 }
    EOT
