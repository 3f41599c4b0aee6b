# native-syntax: Attribute Definitions
one = 1

same_name_in_other_body = 1
b {
  x = 2
}
c { x = 3 }
