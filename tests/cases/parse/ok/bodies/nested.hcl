# native-syntax: Bodies
a {
  b {
    c {
      x = 1
    }
  }
}
