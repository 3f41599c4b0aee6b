# native-syntax: Comments and Whitespace
a = = b
c ! = d
e = f . . . g
h = i : : : j
k = "${ ~ l ~ }"
m = 1 . . 5
n = p :: + f( )
o = p::- f ()
