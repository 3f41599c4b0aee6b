# packer-expressions: Types and Values
string = "hello"
whole = 15
fractional = 6.283185
bool = true
list = ["us-west-1a", "us-west-1c"]
first = ["us-west-1a", "us-west-1c"][0]
map = {name = "Mabel", age = 52}
labelled = {name = "Mabel", age = 52}.name
absent = null
omitted = true ? null : "argument"
