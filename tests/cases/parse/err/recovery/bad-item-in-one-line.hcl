# native-syntax: Bodies
a { x = }
b { y = 1 }
