# hcldec-spec-format, spec-language: Predefined Variables
spec {
  variables {
    a = b
    c {}
  }
  variables {
    a = 2
  }
  literal {
    value = 1
  }
}
