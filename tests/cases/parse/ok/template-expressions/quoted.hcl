# native-syntax: Template Expressions
quoted = "hello"

empty = ""

escapes = "\n\r\t\"\\\u00e9\U0001d11e"

quotes_in_interpolation = "a ${f("b ${"c"}")} d"

object_in_interpolation = "${{a = 1}}"
