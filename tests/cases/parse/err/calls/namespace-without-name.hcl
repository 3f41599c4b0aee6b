# native-syntax: Functions and Function Calls
x = a::
y = 1
