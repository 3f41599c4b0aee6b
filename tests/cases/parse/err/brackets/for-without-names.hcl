# native-syntax: Collection Values
x = [for, foo, baz]
y = 3
