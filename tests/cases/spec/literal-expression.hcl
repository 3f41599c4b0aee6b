# hcldec-spec-format, spec-language: `literal` spec blocks
spec {
  literal {
    value = { total = max(1, 2) + 3, name = upper("x") }
  }
}

input "1.hcl" {
}
