# native-syntax: Comments and Whitespace
a = 1]
}
block {
b = 2))
}
}
c {
d = 3
}
