# native-syntax: Template If Directive
x = "%{ if a"
y = 1
