# native-syntax: Static Analysis
list_of_for = static_list([for a in b : a])
map_of_for = static_map({for a in b : a => a})
call_with_ellipsis = static_call(f(a...))
keyword_no = static_traversal(false.a)
keyword_null = static_traversal(null)
traversal_of_literal = static_traversal(5)
traversal_of_template = static_traversal("a")
