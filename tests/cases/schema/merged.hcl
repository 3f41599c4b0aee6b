# information-model: Body Schema and Content
schema {
  required = ["name", "port", "zone"]
  blocks   = { listener = [] }
}
body "a.hcl" {
  name = "web"
  listener {}
}
body "b.hcl" {
  port = 80
  name = "again"
  listener {}
  lissener {}
}
