# native-syntax: Numeric Literals
x = 10gb
