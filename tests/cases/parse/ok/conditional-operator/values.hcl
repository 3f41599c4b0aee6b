# native-syntax: Conditional Operator
one = a ? b : c

without_blanks = a?b:c

right = a ? b : c ? d : e

middle = a ? b ? c : d : e

guard = length(some_list) > 0 ? some_list[0] : default

over_lines = (
  a
  ? b
  : c
)

colon_needs_no_blank = a ?b: c
