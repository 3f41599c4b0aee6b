# native-syntax: Blocks
a "%{ if b }" {
}
d = 1
