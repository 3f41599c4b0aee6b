# hcldec-spec-format, spec-language: Custom Functions
spec {
  function "a" {
    params = [n, "m"]
    result = n
  }
  function "a" {
    params = []
    result = 1
  }
  function "b" {
    params         = [x, y]
    variadic_param = x
    result         = x
  }
  function "c" {
    params = n
  }
  function {
    params = []
    result = 1
  }
  literal {
    value = 1
  }
}
