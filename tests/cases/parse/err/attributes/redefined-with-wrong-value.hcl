# native-syntax: Attribute Definitions
x = 1
x = ]
x = 2
y = 3
