# native-syntax: Splat Operators
x = a.*.b.*
y = 1
