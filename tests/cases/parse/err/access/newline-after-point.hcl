# native-syntax: Attribute Access Operator
x = a.
  b
y = 1
