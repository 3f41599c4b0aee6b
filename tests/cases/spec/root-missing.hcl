# hcldec-spec-format, spec-language: Spec Format
spec {
  variables {
    a = 1
  }
}
