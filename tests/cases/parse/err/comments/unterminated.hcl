# native-syntax: Comments and Whitespace
x = 1
/* never ends
y = 2
