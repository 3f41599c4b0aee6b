# native-syntax: Attribute Definitions
x = 1,
y = 2
