# native-syntax: Attribute Definitions
x - y = 1
z = 2
