# information-model: Body Schema and Content
schema {
  required = ["name"]
  optional = ["port", "note"]
  blocks   = { listener = ["protocol", "name"], logging = [] }
}
body "app.hcl" {
  listener http "web" { port = 80 }
  name = "web"
  logging {}
  port = 8080
  listener "tcp" "admin" {
    port = 22
  }
}
