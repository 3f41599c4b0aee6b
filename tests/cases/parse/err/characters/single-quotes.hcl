# native-syntax: Operators and Delimiters
x = 'a'
y = 1
