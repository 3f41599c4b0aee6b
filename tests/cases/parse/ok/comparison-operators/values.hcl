# native-syntax: Comparison Operators
equality = [a == b, a != b]

order = [a < b, a <= b, a > b, a >= b]
