# native-syntax: Operators and Delimiters
x = -a + b * c / d % e - !f
y = a && b || c == d != e < f > g <= h >= i
z = a ? {b : c, d = e} : [f(g...), h.i]
