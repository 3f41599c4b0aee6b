# native-syntax: Template If Directive
x = "%{ if }b%{ endif }"
