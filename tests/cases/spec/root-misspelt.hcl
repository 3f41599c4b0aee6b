# hcldec-spec-format, spec-language: Spec Format
spec {
  objct {
    attr "a" {
      type = string
    }
  }
}
