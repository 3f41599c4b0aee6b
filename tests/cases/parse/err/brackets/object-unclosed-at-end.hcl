# native-syntax: Collection Values
x = {
  a = 1
