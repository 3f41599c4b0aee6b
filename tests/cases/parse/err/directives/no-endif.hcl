# native-syntax: Template If Directive
x = "%{ if a }b"
y = 1
