# native-syntax: Blocks
a (
  x = 1
)
b = 1
