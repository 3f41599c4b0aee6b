# native-syntax: Template Literals
escaped = "$${a} %%{b}"
strip_left = "hello ${~ "world" }"
strip_both = "%{ if true ~} hello %{~ endif }"
values_stay = "${"hello" ~}${" world"}"
