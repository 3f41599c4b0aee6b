# native-syntax: Blocks
a 1 {
}
b = 1
