# hcldec-spec-format, spec-language: `attr` spec blocks
spec {
  array {
    attr {
      name = "a"
    }
    attr {
      name = "b"
      type = any
    }
  }
}

input "1.hcl" {
  a = { x = [1, "a"] }
  b = null
}
