# hcldec-spec-format, spec-language: `default` spec blocks
spec {
  default {
    attr {
      name     = "name"
      type     = string
    }
    attr {
      name     = "title"
      type     = string
      required = true
    }
  }
}

input "1.hcl" {
  name = "a"
}

input "2.hcl" {
  title = "b"
}

input "3.hcl" {
  name = "a"
  title = "b"
}

input "4.hcl" {
}
