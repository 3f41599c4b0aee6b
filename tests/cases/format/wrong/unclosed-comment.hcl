# native-syntax: Comments and Whitespace
a=1
   b  = 2 /* comment
c   =   2
