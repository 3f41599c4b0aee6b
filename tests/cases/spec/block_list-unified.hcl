# hcldec-spec-format, spec-language: `block_list` spec blocks
spec {
  block_list {
    block_type = "rule"
    attr {
      name = "value"
      type = any
    }
  }
}

input "1.hcl" {
  rule { value = 1 }
  rule { value = "a" }
  rule {}
}

input "2.hcl" {
  rule { value = [1] }
  rule { value = ["a", true] }
}

input "3.hcl" {
  rule { value = 1 }
  rule { value = [1] }
}
