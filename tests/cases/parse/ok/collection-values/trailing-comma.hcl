# native-syntax: Collection Values
x = [1, 2,]
y = {a = 1, b = 2,}
