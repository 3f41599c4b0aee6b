# native-syntax: Attribute Definitions
x = hello world
y = 1
