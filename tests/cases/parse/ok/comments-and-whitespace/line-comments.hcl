# native-syntax: Comments and Whitespace
# one
// two
x = 1 # three
y = 2 // four
