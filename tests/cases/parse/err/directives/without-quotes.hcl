# native-syntax: Template If Directive
x = %{ if true }a%{ endif }
y = 1
