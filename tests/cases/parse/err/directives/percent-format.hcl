# native-syntax: Template If Directive
x = "100%{rate}"
