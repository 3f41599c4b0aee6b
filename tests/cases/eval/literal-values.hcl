# native-syntax: Literal Values
integer = 42
fraction = 1.50
exponent = 1e3
yes = true
no = false
nothing = null
