# native-syntax: Expression Terms
x = (1 + 2
