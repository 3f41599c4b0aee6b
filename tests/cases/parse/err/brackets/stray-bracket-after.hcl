# native-syntax: Collection Values
x = a]
y = 1
