# json-syntax: Attributes
json "a.json" {
  text = "[{ \"a\": 1 }]"
}

just_attributes {}
