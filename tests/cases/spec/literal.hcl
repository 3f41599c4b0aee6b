# hcldec-spec-format, spec-language: `literal` spec blocks
spec {
  literal {
    value = "hello world"
  }
}

input "1.hcl" {
}

input "2.hcl" {
  a = 1
}
