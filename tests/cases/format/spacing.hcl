# native-syntax: Comments and Whitespace
calls = f( ) + g (a,b ,c... ) + h( [ ] , { } )
names = provider :: local::f ( 1 )
access = a . b . 0 [ 1 ] ["two" ] . * . c [ * ] . d
results = f(a) [0] + [1, 2] [0] + { a = 1 } [ "a" ] + (b) [ 0 ] + "c" [0] + 1 [0]
operations = 1+2*3/4%5-6==7!=8<9<=10>11>=12&&!a||! b
conditional = a?b:c
objects = {a=1,b:2,(c)=3,"d"   =   4}
nested = {a={b=[{},{ },{c=1}]}}
tuples = [ 1,2 , 3, ]
parentheses = ( ( 1+2 )*3 )
for_tuple = [ for k,v in { a=1 } :v if v>0 ]
for_object = {for k , v in[ 1 ]:k=>v ...}
for_keywords = [for in in in [1] : in [0] if [true] [0]]
block"label"label   "label"{}
block   label{a=1}
block { }
