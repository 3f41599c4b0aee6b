# native-syntax: Attribute Definitions
x = y {}
z = 1
