# native-syntax: Template Interpolations
x = "${}"
y = 1
