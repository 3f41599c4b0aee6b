# native-syntax: Numeric Literals
x = 1_000
