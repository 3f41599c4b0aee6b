# json-syntax: Attributes
json "a.json" {
  text = "{ \"name\": \"web\", \"port\": { \"a\": 1 }, \"set\": 1 }"
}

body "b.hcl" {
port {
  b = 2
}
set = 2
}

schema {
  optional = ["name"]
}

schema {
  optional = ["set"]
  blocks   = { port = [] }
}
