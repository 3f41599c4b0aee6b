# hcldec-spec-format, spec-language: `block_map` spec blocks
spec {
  array {
    block_map {
      block_type = "a"
      labels     = ["name"]
      attr {
        name = "any"
      }
    }
    block_map {
      block_type = "b"
      labels     = []
      literal {
        value = 1
      }
    }
    block_map {
      block_type = "c"
      literal {
        value = 1
      }
    }
    block_map {
      block_type = "d"
      labels     = ["name", null]
      literal {
        value = 1
      }
    }
  }
}
