# native-syntax: Collection Values
x = {
  a {
    b = 1
  }
}
y = 3
