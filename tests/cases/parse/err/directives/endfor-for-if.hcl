# native-syntax: Template If Directive
x = "%{ if a }b%{ endfor }"
