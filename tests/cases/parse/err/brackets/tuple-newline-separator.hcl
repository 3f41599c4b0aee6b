# native-syntax: Collection Values
x = [1
  2]
y = 3
