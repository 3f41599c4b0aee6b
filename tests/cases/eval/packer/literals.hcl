# packer-expressions: Literals
variables {
  var = {business_unit_tag_name = "unit"}
}

string = "like this"
whole = 15
fractional = 6.283185
yes = true
no = false
nothing = null
list = ["a", 15, true]
lines = [
  "a",
  15,
  true,
]
map = {
  name = "John"
  age  = 52
}
commas = {name = "John", age = 52}
quoted_key = {"not an identifier" = 1}
computed_key = {(var.business_unit_tag_name) = "SRE"}
