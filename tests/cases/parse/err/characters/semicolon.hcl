# native-syntax: Operators and Delimiters
x = 1; y = 2
z = 3
