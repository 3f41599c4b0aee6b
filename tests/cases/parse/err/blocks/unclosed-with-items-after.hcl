# native-syntax: Blocks
a {
  x = 1

b {
  y = 2
}
c = 3
