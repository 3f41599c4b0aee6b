# native-syntax: Template If Directive
x = "%{ if a }b%{ endif a }"
