# native-syntax: Template Interpolations
one = "a ${b} c"

strip = "a ${~b~} c"

newlines = "${
  a
}"

adjacent = "${a}${b}"

nested = "${"${"${a}"}"}"

object_closes_first = "${{for x in y: x => x}.b}"
