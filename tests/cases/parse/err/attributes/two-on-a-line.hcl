# native-syntax: Attribute Definitions
x = 1 y = 2
z = 3
