# native-syntax: Index Operator
x = foo.0.0.bar
y = 1
