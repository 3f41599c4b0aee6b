# native-syntax: Template For Directive
joined = "%{ for v in ["a", "b"] }${v},%{ endfor }"
with_keys = "%{ for k, v in {x = 1, y = 2} }${k}=${v};%{ endfor }"
wrong = "%{ for v in 5 }${v}%{ endfor }"
