# native-syntax: Arithmetic Operators
variables {
  unknown = unknown(number)
  dynamic = unknown(any)
}

sum = 0.1 + 0.2
difference = 1 - 18446744073709551615
product = 9223372036854775807 * 3
quotient = 10 / 4
thirds = 1 / 3 * 3 == 1
remainder = 11 % 5.1
by_zero = 1 / 0
undefined = 0 / 0
remainder_by_zero = 10 % 0
negation = -"5"
wrong = 2 + true
unknown_operand = unknown * 2
dynamic_operand = dynamic - 1
unknown_negation = -unknown
