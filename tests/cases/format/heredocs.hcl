# native-syntax: Comments and Whitespace
plain=<<EOT
  text   stays
	even = here
      # this too
EOT
flush   =   <<-EOT
        text
            stays
        EOT
in_block {
first = <<EOT
text
  EOT
second=2
longest_of_all = 3
}
call = f(<<EOT
text
EOT
, 2)
sequences = <<-EOT
    ${   a+b   }  and  %{   if c   }
      d
    %{~   endif   ~}
  EOT
lines = <<EOT
  before ${
    a
      + f(
    b
  )
  } behind
EOT
