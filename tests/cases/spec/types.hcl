# hcldec-spec-format, spec-language: Type Expressions
spec {
  object {
    attr "any" { type = any }
    attr "string" { type = string }
    attr "number" { type = number }
    attr "bool" { type = bool }
    attr "list" { type = list(string) }
    attr "set" { type = set(number) }
    attr "map" { type = map(bool) }
    attr "object" { type = object({ a = string, b = optional(number, 5) }) }
    attr "tuple" { type = tuple([string, number]) }
  }
}

input "1.hcl" {
  any    = [1, "a"]
  string = 1
  number = "2"
  bool   = "true"
  list   = [1, true]
  set    = ["2", 1, 2]
  map    = { a = "true" }
  object = { a = 1 }
  tuple  = [1, "2"]
}

input "2.hcl" {
}

input "3.hcl" {
  string = null
  list = null
}

input "4.hcl" {
  string = []
  number = "x"
  bool   = 2
  list   = { a = 1 }
  set    = "a"
  map    = [1]
  object = {}
  tuple  = ["a"]
}
