# native-syntax: Operations
x = -
