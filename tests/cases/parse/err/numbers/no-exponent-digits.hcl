# native-syntax: Numeric Literals
x = 1e
