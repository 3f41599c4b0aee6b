# native-syntax: Collection Values
x = {for: 1}
