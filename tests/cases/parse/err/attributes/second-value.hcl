# native-syntax: Attribute Definitions
x = 1 2
y = 3
