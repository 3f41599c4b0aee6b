# native-syntax: Template If Directive
x = "%{ if a }b%{ else if c }d%{ endif }"
