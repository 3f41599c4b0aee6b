# native-syntax: Operations
x = 1 +
y = 2
