# native-syntax: Blocks
a "b" = {
}
c = 1
