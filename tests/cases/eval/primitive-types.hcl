# information-model: Primitive Types
composed_equals_combining = "\u00e9" == "e\u0301"
strings_apart = "a" == "A"
bools = true == true
bools_apart = true == false
precision = 0.1 + 0.2 == 0.3
numbers = 1 == 1.0
infinities = 1 / 0 == 1 / 0
infinities_apart = 1 / 0 == -1 / 0
greatest = 1 / 0 > 1e1000
least = -1 / 0 < -1e1000
integer = 115792089237316195423570985008687907853269984665640564039457584007913129639935 + 1
