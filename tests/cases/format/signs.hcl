# native-syntax: Comments and Whitespace
subtraction = a-b -c- d - -e
after_operators = [1*- 1, 1/- 1, 1%- 1, 1+- 1, 1== - 1, 1< - 1, a&& - b, ! - c, - - d]
after_separators = { a = - 1, b : - 1, c = [ - 1, - 2 ], d = (- 1), e = x ? - 1 : - 2 }
between_operands = [f(1)- 1, a[0]- 1, "s"- 1, { a = 1 }.a -1, a.*- 1]

# A minus behind anything else is taken for a subtraction, as the reference has it.
arrow = { for k, v in x : k => - 1 }
template = "${ - 1 }"
keyword = [for x in y : x if - x < 0]

# At the start of a line, it is taken for a sign.
start = (a
- b)
