# native-syntax: Attribute Definitions
= 1
y = 2
