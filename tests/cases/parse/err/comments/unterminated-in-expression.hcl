# native-syntax: Comments and Whitespace
x = a /* b
y = 1
