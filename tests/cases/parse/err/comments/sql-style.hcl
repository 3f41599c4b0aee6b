# native-syntax: Comments and Whitespace
-- a
x = 1
