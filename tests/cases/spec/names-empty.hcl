# hcldec-spec-format, spec-language: `attr` spec blocks
spec {
  object {
    attr "" {
      type = string
    }
    attr "a" {
      name = ""
    }
    block "b" {
      block_type = ""
      literal {
        value = 1
      }
    }
    block_attrs "c" {
      block_type   = ""
      element_type = any
    }
    attr "" {
      name = "d"
    }
  }
}
