# information-model: Expressions and Evaluation
variables {
  name = "world"
}

literal = 5
variable = name
function = upper(name)
no_variable = undefined
no_function = undefined()
