# native-syntax: Logic Operators
variables {
  unknown = unknown(bool)
  dynamic = unknown(any)
}

and = true && "true"
or = false || true
not = !"false"
not_needed = false && undefined
not_needed_left = undefined && false
wrong = false && "x"
or_table = [true || true, true || false, false || true, false || false]
and_table = [true && true, true && false, false && true, false && false]
unknown_operand = unknown && true
dynamic_operand = dynamic || false
unknown_not = !unknown
