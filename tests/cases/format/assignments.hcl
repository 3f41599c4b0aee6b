# native-syntax: Comments and Whitespace
a = 1
long = 2
longest = 3

b = 1
# A comment ends a run.
long = 2

c = 1
block {}
long = 2

# What spans lines ends a run, and is no part of it.
d = 1
long = [
1,
]
e = 2
longest = f({
}, 3)

# A value in brackets that ends on its line is a part of it.
f = 1
long = { a = 1, b = { c = 2 } }
longest = [1, 2]

# Keys are cells as those of attributes are.
object = {
a = 1
"quoted" = 2
(3) = 4
long: 5
}
one { line = 1 }
other_one { line = 2 }

# In the columns of a terminal.
é = 1
éé = 2
"é" = 3
日本 = 4
