# native-syntax: Collection Values
x = {for = 1, baz = 2}
y = 3
