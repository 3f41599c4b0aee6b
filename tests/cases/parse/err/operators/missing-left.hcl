# native-syntax: Operations
x = * 2
y = 3
