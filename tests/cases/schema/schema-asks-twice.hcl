# information-model: Body Schema and Content
schema {
  optional = ["name", "port"]
  required = ["name"]
  blocks   = { port = [] }
}
body "app.hcl" {
  name = "web"
}
