# information-model: Body Schema and Content
schema {
  required = ["name"]
}
body "app.hcl" {
}
