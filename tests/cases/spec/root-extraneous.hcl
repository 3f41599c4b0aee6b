# hcldec-spec-format, spec-language: Spec Format
spec {
  literal {
    value = 1
  }
  attr {
    name = "a"
  }
}
