# native-syntax: Conditional Operator
x = f(a ? b)
