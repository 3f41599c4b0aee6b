# hcldec-spec-format, spec-language: `block_list` spec blocks
spec {
  block_list {
    block_type = "port"
    min_items  = -1
    max_items  = 0
    literal {
      value = "x"
    }
  }
}

input "1.hcl" {
  port {}
  port {}
}

input "2.hcl" {
}
