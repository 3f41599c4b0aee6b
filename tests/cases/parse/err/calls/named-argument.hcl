# native-syntax: Functions and Function Calls
x = f(a = 1)
