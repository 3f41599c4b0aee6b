# hcldec-spec-format, spec-language: `literal` spec blocks
spec {
  array {
    literal {}
    literal {
      value = nested + upper()
    }
    literal {
      value = 1
      attr {
        name = "a"
      }
    }
  }
}
