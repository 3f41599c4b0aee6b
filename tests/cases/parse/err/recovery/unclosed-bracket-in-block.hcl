# native-syntax: Bodies
a {
  x = [1, 2
  y = 3
}
z = 4
