# native-syntax: Splat Operators
x = a[
  *]
y = 1
