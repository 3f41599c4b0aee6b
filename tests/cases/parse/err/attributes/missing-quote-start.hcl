# native-syntax: Attribute Definitions
x = hello"
y = 1
