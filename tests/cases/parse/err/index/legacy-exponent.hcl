# native-syntax: Index Operator
x = a.0.e5
