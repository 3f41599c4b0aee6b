# native-syntax: Expression Terms
x = 1)
y = 3
