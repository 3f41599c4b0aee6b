# native-syntax: Collection Values
x = {a = 1]
y = 3
