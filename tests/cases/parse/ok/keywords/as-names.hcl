# native-syntax: Keywords
for = 1
if = 2
in = 3
true = 4
null = 5
false = 6
else = 7
