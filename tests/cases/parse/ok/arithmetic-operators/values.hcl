# native-syntax: Arithmetic Operators
all = [a + b, a - b, a * b, a / b, a % b, -a]
