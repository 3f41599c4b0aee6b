# information-model: Partial Processing
schema {
  blocks = { provider = ["name"] }
}
just_attributes {}
body "app.hcl" {
  provider "a" {}
  key   = "value"
  other = 1
}
