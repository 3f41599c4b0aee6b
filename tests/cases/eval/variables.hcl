# native-syntax: Variables and Variable Expressions
variables {
  name = "outer"
}

known = name
hidden = [for name in ["inner"] : name]
after = "${[for name in ["inner"] : name][0]} ${name}"
unknown = nmae
