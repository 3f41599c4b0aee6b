# hcldec-spec-format: `array` spec blocks
spec {
  array {
    attr {
      name = "first_element"
      type = string
    }
    attr {
      name = "second_element"
      type = string
    }
  }
}

input "1.hcl" {
  first_element = "a"
  second_element = 2
}

input "2.hcl" {
  second_element = "b"
}
