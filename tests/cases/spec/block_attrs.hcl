# hcldec-spec-format, spec-language: `block_attrs` spec blocks
spec {
  block_attrs {
    block_type   = "variables"
    element_type = string
    required     = false
  }
}

input "1.hcl" {
  variables {
    zone  = "eu"
    count = 2
  }
}

input "2.hcl" {
}

input "3.hcl" {
  variables {}
}

input "4.hcl" {
  variables {
    zone = ["eu"]
    inner {}
  }
  variables {}
}
