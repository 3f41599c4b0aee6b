# native-syntax: Attribute Definitions
a[0] = 1
y = 2
