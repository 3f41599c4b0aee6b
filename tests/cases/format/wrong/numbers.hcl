# native-syntax: Comments and Whitespace
a=1
   b  =  1.2.3
longer=2
