# json-syntax: Attributes
json "a.json" {
  text = "{ \"a\": 1, \"//\": 2, \"b\": {}, \"a\": 3 }"
}

just_attributes {}
