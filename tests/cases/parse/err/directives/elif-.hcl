# native-syntax: Template If Directive
x = "%{ if a }b%{ elif c }d%{ endif }"
