# information-model: Body Schema and Content
schema {
  required = ["name", "zone"]
  optional = ["port"]
  blocks   = { listener = ["protocol"], link = ["from", "to"], logging = [] }
}
body "app.hcl" {
  naem = "web"
  unrelated = 1
  listener {}
  listener "http" web {}
  logging "file" {}
  link "a" {}
  link "a" "b" "c" {}
  loging {}
  whatever {}
  logging = "file"
  port {}
}
