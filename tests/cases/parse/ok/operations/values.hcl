# native-syntax: Operations
precedence = a || b && c == d < e + f * -g

precedence_reversed = -a * b + c < d == e && f || g

left_to_right = x / y * z

left_to_right_each = [a - b - c, a % b % c, a < b < c, a == b == c, a && b && c, a || b || c]

unary_binds_tightest = -a.b[0] + !c(d).e

unary_chain = !!--a

unary_blank = - a

parentheses = (a + b) * c

minus_minus = a - -b

comparison_within_equality = a < b == c > d

conditional_is_loosest = a || b ? c && d : e || f

newlines_in_brackets = [a
  + b,
  c]
