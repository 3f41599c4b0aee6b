# native-syntax: For Expressions
tuple = [for v in ["a", "b"]: v]
keys = [for i, v in ["a", "b"]: i]
object = {for i, v in ["a", "b"]: v => i}
duplicate = {for i, v in ["a", "a", "b"]: v => i}
grouped = {for i, v in ["a", "a", "b"]: v => i...}
filtered = [for i, v in ["a", "b", "c"]: v if i < 2]
lexicographic = [for k, v in {b = 1, a = 2}: "${k}${v}"]
not_iterable = [for v in "hello": v]
over_null = [for v in null: v]
wrong_condition = [for v in [1]: v if v]
null_key = {for v in [1]: null => v}
