# native-syntax: Comments and Whitespace
inline_comment_over_lines = /* one
two */ 1

in_string = "# no /* comment */ // here"

in_interpolation = "a ${ /* yes */ b # yes
}"

comment_is_newline = {
  a = 1 # ends the item
  b = 2 // this one too
}
