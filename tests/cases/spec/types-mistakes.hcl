# hcldec-spec-format, spec-language: Type Expressions
spec {
  array {
    attr {
      name = "a"
      type = strin
    }
    attr {
      name = "b"
      type = list()
    }
    attr {
      name = "c"
      type = object({ a = lst(string), b = "x" })
    }
    attr {
      name = "d"
      type = null
    }
    attr {
      name = "e"
      type = "string"
    }
  }
}
