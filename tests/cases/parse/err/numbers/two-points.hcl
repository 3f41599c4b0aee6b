# native-syntax: Numeric Literals
x = 1.2.3
