# native-syntax: Logic Operators
and = true && "true"
or = false || true
not = !"false"
not_needed = false && undefined
not_needed_left = undefined && false
wrong = false && "x"
or_table = [true || true, true || false, false || true, false || false]
and_table = [true && true, true && false, false && true, false && false]
