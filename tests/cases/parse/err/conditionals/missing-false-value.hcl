# native-syntax: Conditional Operator
x = a ? b :
y = 1
