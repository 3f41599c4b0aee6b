# native-syntax: Index Operator
x = a[]
y = 1
