# hcldec-spec-format, spec-language: `block` spec blocks
spec {
  array {
    block {
      literal {
        value = 1
      }
    }
    block {
      block_type = "a"
    }
    block {
      block_type = "b"
      literal {
        value = 1
      }
      literal {
        value = 2
      }
    }
  }
}
