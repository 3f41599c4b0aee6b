# hcldec-spec-format, spec-language: `default` spec blocks
spec {
  default {
    value = 1
  }
}
