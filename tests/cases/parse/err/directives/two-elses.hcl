# native-syntax: Template If Directive
x = "%{ if a }b%{ else }c%{ else }d%{ endif }"
y = 1
