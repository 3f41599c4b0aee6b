# information-model: Null Values
variables {
  number = null_of(number)
  string = null_of(string)
}

typed = number
chosen = false ? 1 : null
equal_to_itself = number == number
equal_to_another = number == string
equal_to_untyped = number == null
different = number == 0
operand = number + 1
