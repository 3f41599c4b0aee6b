# native-syntax: Index Operator
number = a[0]

string = a["b"]

expression = a[b + 1]

newlines = a[
  0
]

chain = a[0][1]

legacy = a.0

legacy_then_attribute = a.0.b

legacy_with_exponent = a.1e5

conditional_key = a[b ? c : d]

template_key = a["b${c}"]
