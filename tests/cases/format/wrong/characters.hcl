# native-syntax: Comments and Whitespace
a=1;b=2
c=a&b|c^d
e='single'
f=`x`@$
g= ~ 1
