# native-syntax: Collection Values
x = ]
y = 1
