# native-syntax: Operations
left_to_right = 100 / 10 * 2
levels = 1 + 2 * 3 - 4 / 2
unary = -2 * -3
compare = 1 + 1 < 3 == true
logic = false && true || true
