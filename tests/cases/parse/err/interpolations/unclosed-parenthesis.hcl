# native-syntax: Template Interpolations
a = "${upper(s} and ${n}"
b = "%{ if [true }a%{ endif }${ s[0 } and ${n}"
c = "${ { k = (s } } and ${n}"
