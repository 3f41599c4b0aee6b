# hcldec-spec-format, spec-language: `block_list` spec blocks
spec {
  block_list {
    block_type = "port"
    min_items  = 2
    max_items  = 2
    attr {
      name = "number"
      type = number
    }
  }
}

input "1.hcl" {
  port { number = 80 }
}

input "2.hcl" {
  port { number = 80 }
  port { number = 81 }
}

input "3.hcl" {
  port { number = 1 }
  port { number = 2 }
  port { number = 3 }
}
