# native-syntax: Operations
x = 1 + * 2
