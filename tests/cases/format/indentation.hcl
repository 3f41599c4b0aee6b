# native-syntax: Comments and Whitespace
        a {
b {
c = [
1,
[
2,
],
]
}
      }

# A line that opens several brackets is one level.
x = f({
a = 1
b = g([{
c = 2
}])
})

# A line that closes them one by one.
y = f([{
a = 1
}
]
)

# What opens as much as it closes changes nothing.
z = [{
a = 1
}, {
a = 2
}]

# So does a line with more closing than opening brackets at its end.
v = [{
a = [1,
2]
}]

if = (a
&& b
|| c)

one { line = 1 }
	tabs {
		are	=	blanks
	}
