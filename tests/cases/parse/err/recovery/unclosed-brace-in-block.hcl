# native-syntax: Bodies
a {
  x = {
    k = 1
  y = 3
}
z = 4
