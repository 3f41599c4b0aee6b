# native-syntax: Numeric Literals
x = 0x1F
