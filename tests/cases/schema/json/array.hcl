# json-syntax: Structural Elements
json "a.json" {
  text = "[{ \"a\": 1 }, 5, [], { \"b\": 2, \"//\": 3 }]"
}

schema {
  optional = ["a", "b"]
}
