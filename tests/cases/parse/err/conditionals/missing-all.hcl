# native-syntax: Conditional Operator
x = a ?
y = 1
