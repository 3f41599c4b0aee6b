# native-syntax: Blocks
a {}