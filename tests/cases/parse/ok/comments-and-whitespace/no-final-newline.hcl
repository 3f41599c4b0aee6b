# native-syntax: Comments and Whitespace
x = 1