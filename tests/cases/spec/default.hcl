# hcldec-spec-format, spec-language: `default` spec blocks
spec {
  default {
    attr {
      name = "private"
      type = bool
    }
    literal {
      value = false
    }
  }
}

input "1.hcl" {
  private = true
}

input "2.hcl" {
}

input "3.hcl" {
  private = null
}

input "4.hcl" {
  private = "maybe"
}
