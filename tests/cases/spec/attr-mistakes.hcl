# hcldec-spec-format, spec-language: `attr` spec blocks
spec {
  array {
    attr {
      type = string
    }
    attr {
      name     = ["a"]
      type     = strng
      required = "maybe"
      requires = true
    }
    attr "label" {
      name = "a"
    }
    attr {
      name = "a"
      attr {
        name = "b"
      }
    }
  }
}
