# hcldec-spec-format, spec-language: `block_list` spec blocks
spec {
  array {
    block_list {
      block_type = "a"
      min_items  = 3
      max_items  = 2
      literal {
        value = 1
      }
    }
    block_list {
      block_type = "b"
      min_items  = -1
      max_items  = 1.5
      literal {
        value = 1
      }
    }
    block_list {
      block_type = "c"
      min_items  = 1e30
      literal {
        value = 1
      }
    }
  }
}
