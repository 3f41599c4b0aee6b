# native-syntax: Blocks
a {
},
b = 1
