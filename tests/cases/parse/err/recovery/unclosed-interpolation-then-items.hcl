# native-syntax: Bodies
x = "${a
y = 1
z = "b"
