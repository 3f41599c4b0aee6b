# native-syntax: Bodies
a {
  x = = 1
  y = 2
b = 3
