# hcldec-spec-format, spec-language: `default` spec blocks
spec {
  default {
    attr {
      name     = "name"
      type     = string
      required = true
    }
    literal {
      value = "none"
    }
  }
}

input "1.hcl" {
  name = "a"
}

input "2.hcl" {
}

input "3.hcl" {
  name = null
}
