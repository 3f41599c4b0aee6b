# native-syntax: Operations
x = 1 +
  2
y = 3
