# native-syntax: Comments and Whitespace
# c
x = 1 // d

b {
  y = [
    2,
  ]
}
