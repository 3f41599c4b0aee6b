# native-syntax: Numeric Literals
x = .5
