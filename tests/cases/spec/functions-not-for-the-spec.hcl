# hcldec-spec-format, spec-language: Custom Functions
spec {
  function "add_one" {
    params = [n]
    result = n + 1
  }
  function "add_two" {
    params = [n]
    result = add_one(add_one(n))
  }
  array {
    attr {
      name = "a"
    }
    literal {
      value = add_one(1)
    }
  }
}
