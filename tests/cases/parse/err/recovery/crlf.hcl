# native-syntax: Bodies
x = = 1
y = 2
b {
  z = ]
  w = 3
}
