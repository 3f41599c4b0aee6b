# native-syntax: Operations
x = a and b
y = 3
