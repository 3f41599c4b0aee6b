# native-syntax: Functions and Function Calls
x = a::b
y = 1
