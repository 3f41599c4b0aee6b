# native-syntax: Comments and Whitespace
b { # why
  x = 1
}
