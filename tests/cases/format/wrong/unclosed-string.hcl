# native-syntax: Comments and Whitespace
a=1
  b  =  "not   closed
longer=2
  c  =  "closed ${d   } not   ${ "closed
longest=3
block {
e  =  "not   closed
f=4
}
