# json-syntax: Blocks
json "a.json" {
  text = <<-JSON
    {
      "//": "a comment",
      "name": "web",
      "plain": { "a": 1 },
      "plain": [{ "a": 2 }, { "a": 3, "b": 4 }],
      "none": [],
      "no": null,
      "one": { "x": { "a": 5 }, "y": [{ "a": 6 }, { "a": 7 }] },
      "two": [{ "x": { "y": { "a": 8 } } }, { "x": [{ "z": { "a": 9 } }, { "//": { "a": 10 } }] }]
    }
    JSON
}

schema {
  required = ["name"]
  blocks   = { plain = [], none = [], no = [], one = ["label"], two = ["first", "second"] }
}
