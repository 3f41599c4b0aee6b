# native-syntax: Template Interpolations
x = "${