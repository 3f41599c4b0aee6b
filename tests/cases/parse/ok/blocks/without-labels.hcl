# native-syntax: Blocks
a {
}
