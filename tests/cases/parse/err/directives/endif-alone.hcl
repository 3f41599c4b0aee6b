# native-syntax: Template If Directive
x = "a%{ endif }"
