# native-syntax: Blocks
a "x" {}
a "x" {}
