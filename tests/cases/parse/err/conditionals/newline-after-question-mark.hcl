# native-syntax: Conditional Operator
x = a ?
  b : c
y = 1
