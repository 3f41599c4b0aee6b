# native-syntax: Template Interpolations
foo = "${f("x", {a = 1})"