# native-syntax: Operations
left_to_right = 100 / 10 * 2
levels = 1 + 2 * 3 - 4 / 2
unary = -2 * -3
compare = 1 + 1 < 3 == true
logic = false && true || true
modulo_before_sum = 1 + 7 % 4
equality_after_order = 1 < 2 == 2 > 1
and_before_or = true || false && false
equality_before_and = true && 1 == 1
