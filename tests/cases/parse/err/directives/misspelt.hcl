# native-syntax: Template If Directive
x = "%{ fi a }b%{ endif }"
