# native-syntax: Bodies
x = [
  "a",
  "b,
  "c",
]
y = 1
