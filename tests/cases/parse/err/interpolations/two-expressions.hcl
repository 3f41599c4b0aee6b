# native-syntax: Template Interpolations
x = "${a b}"
