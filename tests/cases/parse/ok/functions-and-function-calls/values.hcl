# native-syntax: Functions and Function Calls
without_arguments = f()

arguments = f(a, 1, [b])

trailing_comma = f(a,)

expand_final = f(a, b...)

newlines = f(
  a,
  b,
)

expand_final_newline = f(a...
)

blank_before_parenthesis = f (1)

nested = f(g(h(1)))

namespaces = a::b::c(1)

namespaces_with_blanks = a :: b (1)

conditional_of_calls = a ? b::c() : d

namespace_over_lines = (a::
  b())

same_name_as_variable = f(f)
