# native-syntax: Functions and Function Calls
x = f(1, 2
y = 3
