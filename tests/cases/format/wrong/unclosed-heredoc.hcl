# native-syntax: Comments and Whitespace
a=1
b   =   <<EOT
  text
c   =   2
