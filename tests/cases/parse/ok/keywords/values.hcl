# native-syntax: Keywords
as_variables = [(for), if, in, else, endif]

as_for_variables = [for if in in : if if if]

as_functions = true() + null(1)

as_attributes = a.true.for.null
