# native-syntax: Operations
x = a!
