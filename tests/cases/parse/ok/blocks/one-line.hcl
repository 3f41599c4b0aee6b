# native-syntax: Blocks
a {}
