# native-syntax: Expression Terms
parentheses = ((1))

newlines_in_parentheses = (
  1
  +
  2
)

postfix_chain = f(a).b[0].c["d"].*.e

postfix_on_literals = ["a".b, 1[0], {}.c, [].0, (d).e]

blanks_in_postfix = a . b [0] . c

newlines_before_access = (a
  .b
  .c)
