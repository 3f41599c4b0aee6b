# native-syntax: Blocks
a "\q" {
}
c = 1
