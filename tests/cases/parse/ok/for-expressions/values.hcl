# native-syntax: For Expressions
tuple = [for v in ["a", "b"]: v]

tuple_with_key = [for i, v in ["a", "b"]: i]

object = {for i, v in ["a", "b"]: v => i}

object_with_repeated_key = {for i, v in ["a", "a", "b"]: v => i}

grouping = {for i, v in ["a", "a", "b"]: v => i...}

grouping_and_condition = {for k, v in a: k => v... if v}

keywords_as_names = [for in in in : in]

comment_before_for = [ # why
  for a in b: a]

for_as_index = a[for]

for_as_index_with_step = a[for.x]

object_value = {for a in b: a => {c = 1
  d = 2}}
