# native-syntax: Static List
one = [a, b.c, d[0]]
