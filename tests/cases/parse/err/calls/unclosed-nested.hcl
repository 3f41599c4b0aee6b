# native-syntax: Functions and Function Calls
x = f(g(1)
y = 3
