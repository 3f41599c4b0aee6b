# hcldec-spec-format, spec-language: Spec Format
spec {
  object {
    attr "a" {
      type = number
    }
    transform "b" {
      attr {
        name = "a"
      }
      result = [nested]
    }
    block "c" {
      literal {
        value = 1
      }
    }
    attr "d" {
      name = "c"
    }
  }
}
