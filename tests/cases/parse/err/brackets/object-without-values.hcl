# native-syntax: Collection Values
x = {a, b}
y = 3
