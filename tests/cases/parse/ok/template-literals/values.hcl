# native-syntax: Template Literals
strip_in_quotes = "a ${~ b ~} c %{~ if d ~} e %{~ endif ~} f"

strip_in_heredoc = <<EOT
a
%{~ if b ~}
c
%{~ endif ~}
d
EOT

escapes_are_stripped = "a\n${~ b}"

closing_brace_is_text = "${a}}{}~}"

quoted_marks = ["$", "%", "$$", "%%", "a$", "a%", "$$${a}", "%${a}"]
