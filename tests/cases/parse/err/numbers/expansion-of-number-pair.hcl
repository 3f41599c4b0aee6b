# native-syntax: Numeric Literals
x = f(1...2)
