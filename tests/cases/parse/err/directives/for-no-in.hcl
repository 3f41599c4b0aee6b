# native-syntax: Template For Directive
x = "%{ for a }b%{ endfor }"
