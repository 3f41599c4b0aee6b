# native-syntax: Collection Values
x = {a = 1
  , b = 2}
y = 3
