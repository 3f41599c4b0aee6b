# packer-expressions: for
variables {
  var = {
    list = ["foo", "", "bar", "baz"]
    map  = {a = "one", bc = "three"}
  }
}

tuple = [for s in var.list : upper(s)]
object = {for s in var.list : s => upper(s)}
filtered = [for s in var.list : upper(s) if s != ""]
keys_and_values = [for k, v in var.map : strlen(k) + strlen(v)]
grouped = {for s in var.list : substr(s, 0, 1) => s... if s != ""}
