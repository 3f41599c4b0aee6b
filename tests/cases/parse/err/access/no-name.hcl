# native-syntax: Attribute Access Operator
x = a.
y = 1
