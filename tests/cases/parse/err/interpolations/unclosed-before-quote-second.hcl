# native-syntax: Template Interpolations
foo = "${a} and ${b"