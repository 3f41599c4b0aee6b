# native-syntax: Operators and Delimiters
without_blanks = a+b*-c/d%e==f&&!g||h<i?j:k

arrow = {for a in b : a => a}
