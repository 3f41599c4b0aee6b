# native-syntax: Template Interpolations
hostname = ${f()}
name = ${var.name}-web
ok = 1
list = [${a}]
