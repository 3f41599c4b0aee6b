# packer-expressions: Splat
variables {
  var = {
    list = [
      {id = "a", interfaces = [{name = "eth0"}, {name = "eth1"}]},
      {id = "b", interfaces = [{name = "wlan0"}]},
    ]
    single_object = {id = "c"}
  }
}

as_for = [for o in var.list : o.id]
splat = var.list[*].id
longer_as_for = [for o in var.list : o.interfaces[0].name]
longer = var.list[*].interfaces[0].name
single = var.single_object[*].id
wrapped = [var.single_object][*].id
written_out = [var.single_object.id]
