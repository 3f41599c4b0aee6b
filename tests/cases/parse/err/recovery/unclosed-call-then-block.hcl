# native-syntax: Bodies
x = f(1,
b "c" {
  y = 2
}
z = 3
