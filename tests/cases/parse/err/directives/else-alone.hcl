# native-syntax: Template If Directive
x = "%{ else }"
