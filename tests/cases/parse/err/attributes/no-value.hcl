# native-syntax: Attribute Definitions
x =
y = 1
