# native-syntax: Collection Values
x = [,]
