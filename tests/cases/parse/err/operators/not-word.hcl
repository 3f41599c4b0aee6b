# native-syntax: Operations
x = not a
