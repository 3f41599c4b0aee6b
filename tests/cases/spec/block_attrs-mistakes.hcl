# hcldec-spec-format, spec-language: `block_attrs` spec blocks
spec {
  block_attrs {
    literal {
      value = 1
    }
  }
}
