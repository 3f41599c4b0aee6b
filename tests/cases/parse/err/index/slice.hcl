# native-syntax: Index Operator
x = a[0:1]
