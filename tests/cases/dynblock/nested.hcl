# packer-expressions: dynamic Blocks
variables {
  groups = {
    db  = { zone = "a", disks = [10, 20] }
    web = { zone = "b", disks = [] }
  }
}

dynamic "group" {
  for_each = groups
  labels   = [group.key]

  content {
    zone = group.value.zone

    # Both iterators are there.
    dynamic "disk" {
      for_each = group.value.disks
      labels   = ["${group.key}-${disk.key}"]

      content {
        size = disk.value
        zone = group.value.zone
      }
    }

    # Blocks that are written out may be around a dynamic block.
    placement "strict" {
      zones = [group.value.zone]

      dynamic "spare" {
        for_each = [for size in group.value.disks : size * 2]
        iterator = group

        content {
          # The inner iterator hides the outer one of the same name.
          size = group.value
        }
      }
    }
  }
}
