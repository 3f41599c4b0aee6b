# native-syntax: Template Interpolations
foo = "${a"