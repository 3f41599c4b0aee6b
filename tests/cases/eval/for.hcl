# native-syntax: For Expressions
variables {
  set = convert(["b", "a"], set(string))
  map = convert({x = "y"}, map(string))
  unknown = unknown(list(string))
  unknown_bool = unknown(bool)
  unknown_string = unknown(string)
}

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
over_set = [for k, v in set : [k, v]]
over_map = {for k, v in map : v => k}
over_object = [for k, v in {b = true, a = 1} : [k, v]]
over_unknown = [for v in unknown : v]
unknown_condition = [for v in [1] : v if unknown_bool]
unknown_key = {for v in [unknown_string] : v => 1}
unknown_value = [for v in [unknown_string] : v]
key_is_text = {for v in [1, 2] : v => v}
