# hcldec-spec-format, spec-language: `transform` spec blocks
spec {
  array {
    transform {
      result = 1
    }
    transform {
      attr {
        name = "a"
      }
    }
  }
}
