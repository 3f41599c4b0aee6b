# hcldec-spec-format, spec-language: `block_attrs` spec blocks
spec {
  object {
    block_attrs "tags" {
      element_type = any
      required     = true
    }
  }
}

input "1.hcl" {
  tags {
    a = 1
    b = "x"
  }
}

input "2.hcl" {
}

input "3.hcl" {
  tags {
    a = 1
    b = [2]
  }
}
