# native-syntax: Comments and Whitespace
b { /* one
two */ x = 1 }
