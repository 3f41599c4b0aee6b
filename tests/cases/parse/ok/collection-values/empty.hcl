# native-syntax: Collection Values
x = []
y = {}
