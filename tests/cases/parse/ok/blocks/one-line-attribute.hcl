# native-syntax: Blocks
a { x = 1 }
