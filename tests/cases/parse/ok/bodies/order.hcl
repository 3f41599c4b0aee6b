# native-syntax: Bodies
b {}
a = 1
b {}
c = 2
