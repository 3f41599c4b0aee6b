# native-syntax: Bodies
a {
  b {
    c {
      x =
    }
    y =
  }
  z =
}
ok = 1
