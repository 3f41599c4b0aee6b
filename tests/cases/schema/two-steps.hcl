# information-model: Partial Processing
schema {
  required = ["name"]
  blocks   = { listener = ["protocol"] }
}
schema {
  optional = ["port"]
  blocks   = { logging = [] }
}
body "app.hcl" {
  port = 80
  logging {}
  listener "http" {}
  name = "web"
  listener "tcp" {}
}
