# native-syntax: Comments and Whitespace
# Joined, these would be numbers with a point.
a = b.0 .1
a = b.0. 1
a = b . 0 . e5
a = b . 0 . c
