# native-syntax: Splat Operators
attribute_only = tuple.*.foo.bar[0]

full = tuple[*].foo.bar[0]

object = any_object.*.id

number = any_number.*

alone = [a.*, a[*]]

full_chain = a[*].b[*].c

attribute_only_with_legacy_index = a.*.0.b

attribute_only_behind_full = a[*].*

full_behind_attribute_only = a.*[*]

attribute_only_behind_index = a.*[0].*

blanks_in_brackets = a[ * ]

newlines_in_parentheses = (a[
  *
])

index_behind_full = a.b[*][0]
