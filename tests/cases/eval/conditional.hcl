# native-syntax: Conditional Operator
variables {
  some_list = []
}

chosen = true ? "a" : "b"
guarded = length(some_list) > 0 ? some_list[0] : "default"
unified = true ? 1 : "a"
lists = true ? [1, 2] : ["a"]
maps = true ? {a = 1} : {b = 2}
with_null = false ? 1 : null
inconsistent = true ? 1 : true
inconsistent_inside = true ? {a = [1]} : {a = [true]}
no_bool = 5 ? 1 : 2
null_condition = null ? 1 : 2
