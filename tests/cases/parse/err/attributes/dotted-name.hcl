# native-syntax: Attribute Definitions
a.b = 1
y = 2
