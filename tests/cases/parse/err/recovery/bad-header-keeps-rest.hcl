# native-syntax: Bodies
a 1 {
  x = 1
}
b "c" {
  y = 2
}
