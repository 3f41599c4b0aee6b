# hcldec-spec-format, spec-language: `object` spec blocks
spec {
  object {
    attr {
      name = "a"
    }
    attr "b" {
      name = "c"
    }
    attr "b" {
    }
    attr "c" "d" {
    }
    value = 1
  }
}
