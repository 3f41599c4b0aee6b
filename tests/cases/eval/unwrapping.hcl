# native-syntax: Template Interpolation Unwrapping
unwrapped = "${true}"
twice = "${"${true}"}"
with_text = "hello ${true}"
two = "${""}${true}"
directive = "%{ for v in [true] }${v}%{ endfor }"
