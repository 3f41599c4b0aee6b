# native-syntax: Expression Terms
x = ()
y = 3
