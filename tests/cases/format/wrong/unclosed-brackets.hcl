# native-syntax: Comments and Whitespace
a = [1,2
b = 3
block {
c = (4
}
d = 5
