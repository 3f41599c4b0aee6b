# hcldec-spec-format, spec-language: `default` spec blocks
spec {
  object {
    default "a" {
    }
  }
}
