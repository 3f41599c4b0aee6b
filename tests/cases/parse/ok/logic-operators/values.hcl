# native-syntax: Logic Operators
all = [a && b, a || b, !a]
