# native-syntax: Bodies
a {
  x = "1
  y = 3
}
z = 4
