# hcldec-spec-format, spec-language: `block_set` spec blocks
spec {
  block_set {
    block_type = "port"
    min_items  = 2
    attr {
      name = "number"
      type = number
    }
  }
}

input "1.hcl" {
  port { number = 2 }
  port { number = 1 }
}

input "2.hcl" {
  port { number = 1 }
}
