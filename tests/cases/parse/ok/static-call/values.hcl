# native-syntax: Static Call
one = f(a, b.c)
