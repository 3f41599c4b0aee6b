# hcldec-spec-format, spec-language: `block` spec blocks
spec {
  block {
    block_type = "logging"
    required   = true
    attr {
      name = "level"
      type = string
    }
  }
}

input "1.hcl" {
  logging {
    level = "info"
  }
}

input "2.hcl" {
}

input "3.hcl" {
  login {}
}
