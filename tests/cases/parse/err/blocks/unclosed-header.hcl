# native-syntax: Blocks
a "b" {