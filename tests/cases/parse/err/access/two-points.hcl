# native-syntax: Attribute Access Operator
x = a..b
