# native-syntax: For Expressions
condition = [for i, v in ["a", "b", "c"]: v if i < 2]

nested = [for a in [for b in c: b]: {for d in a: d => d}]

over_lines = {
  for
  k, v
  in
  a:
  k
  =>
  v
  if
  k
}

conditional_parts = [for a in b ? c : d: a ? b : c if a ? b : c]
