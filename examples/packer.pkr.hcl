# A template as Packer knows them, read by the example `packer`. The expressions are those of Packer's documentation.

variable "list" {
  type    = list(string)
  default = ["a", "b", ""]
}

variable "map" {
  type    = map(string)
  default = { one = "x", three = "yz" }
}

variable "disk" {
  type = object({
    size      = optional(number, 8)
    encrypted = optional(bool, true)
  })
  default = {}
}

variable "environment" {
  type    = string
  default = "Production"
}

locals {
  standard_tags = {
    Component   = "user-service"
    Environment = lower(var.environment)
  }
  name = "${local.prefix}-${formatdate("YYYY-MM-DD", "2026-11-22T20:00:00Z")}"
}

locals {
  prefix  = "${local.standard_tags.Component}-${substr(var.environment, 0, 4)}"
  upper   = [for s in var.list : upper(s)]
  by_name = { for s in var.list : s => upper(s) if s != "" }
  lengths = [for k, v in var.map : length(k) + length(v)]
  groups  = { for s in ["ab", "ac", "b"] : substr(s, 0, 1) => s... }
}

source "amazon-ebs" "example" {
  ami_name  = local.name
  disk_size = var.disk.size
  encrypted = var.disk.encrypted

  tag {
    key   = "Name"
    value = "example-asg-name"
  }

  dynamic "tag" {
    for_each = local.standard_tags
    content {
      key   = tag.key
      value = tag.value
    }
  }
}
