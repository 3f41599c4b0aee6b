# native-syntax: Splat Operators
x = a[*b]
