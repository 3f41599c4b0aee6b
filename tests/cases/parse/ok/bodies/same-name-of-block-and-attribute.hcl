# native-syntax: Bodies
a = 1
a {}
