# native-syntax: Bodies
a {
  x = )
  y = 1
  b {
    z = 1 +
    w = 2
  }
}
c = ]
d = 3
