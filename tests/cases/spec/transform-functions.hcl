# hcldec-spec-format, spec-language: `transform` spec blocks
spec {
  transform {
    block_list {
      block_type = "name"
      attr {
        name = "text"
        type = string
      }
    }
    result = [for text in nested : upper(text) if text != null]
  }
}

input "1.hcl" {
  name { text = "a" }
  name {}
  name { text = "b" }
}
