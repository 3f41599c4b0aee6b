# native-syntax: Blocks
a "" {}
