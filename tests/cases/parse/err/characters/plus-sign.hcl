# native-syntax: Operators and Delimiters
x = +a
