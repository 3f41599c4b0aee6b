# native-syntax: Collection Values
x = [1,
