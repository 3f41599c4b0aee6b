# json-syntax: Blocks
json "a.json" {
  text = <<-JSON
    {
      "nmae": "web",
      "plain": "text",
      "elements": [{}, 5, [{}]],
      "one": {},
      "labels": [{ "a": {} }, 5, [{ "b": {} }]],
      "deep": { "a": 1, "b": [[{}]], "c": [null] },
      "twice": 1,
      "twice": 2
    }
    JSON
}

schema {
  required = ["name"]
  optional = ["twice"]
  blocks   = { plain = [], elements = [], one = ["label"], labels = ["label"], deep = ["label"] }
}
