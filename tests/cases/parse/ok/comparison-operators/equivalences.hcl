# native-syntax: Comparison Operators
x = (a == b) == !(a != b)
y = (a == b) == (b == a)
