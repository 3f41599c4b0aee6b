# packer-expressions: String Literals
quoted = "hello"
escapes = "a\nb\rc\td\"e\\f"
unicode = "\u00e9 \U0001F600"
heredoc = <<EOF
hello
world
EOF
in_block = <<EOF
  hello
    world
EOF
indented = <<-EOF
  hello
    world
  EOF
backslash = <<EOF
a\nb "quoted" \u00e9
EOF
doubled = "$${a} %%{b}"
doubled_in_heredoc = <<EOF
$${a} %%{b}
EOF
