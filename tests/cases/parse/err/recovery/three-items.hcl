# native-syntax: Bodies
a = = 1
b = 2
c = [1
d = 3
e = 
e2 = 4
