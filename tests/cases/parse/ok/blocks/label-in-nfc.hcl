# native-syntax: Blocks
a "é" {}
