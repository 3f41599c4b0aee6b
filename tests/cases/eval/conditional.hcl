# native-syntax: Conditional Operator
variables {
  unknown = unknown(bool)
  dynamic = unknown(any)
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
unknown_predicate = unknown ? 1 : "a"
dynamic_predicate = dynamic ? 1 : 2
selected_before_its_type_is_known = true ? 1 : dynamic
part_of_unknown_type = true ? [1, "a"] : [dynamic, "b"]
unknown_predicate_and_part_of_unknown_type = unknown ? [1] : [dynamic]
erroneous_but_not_selected = false ? 1 / 0 + undefined : "fine"
erroneous_and_selected = true ? undefined : "fine"
