# native-syntax: Blocks
a {
  1,
  2
}
b = 1
