# native-syntax: Template For Directive
x = "%{ for a in }b%{ endfor }"
