# native-syntax: Types
variables {
  list = convert(["a"], list(string))
  set = convert([2, 1], set(number))
  map = convert({a = true}, map(bool))
}

list = list
set = set
map = map
tuple = ["a", 1]
object = {a = true}
