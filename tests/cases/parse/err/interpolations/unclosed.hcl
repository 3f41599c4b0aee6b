# native-syntax: Template Interpolations
x = "${a"
y = 1
