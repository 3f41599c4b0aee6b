# native-syntax: Source Code Representation
x = 1y = 2
