# native-syntax: Template Interpolations
x = "${f(a}"
y = 1
