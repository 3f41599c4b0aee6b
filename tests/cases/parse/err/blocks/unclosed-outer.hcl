# native-syntax: Blocks
a {
  b {
    x = 1
  }
