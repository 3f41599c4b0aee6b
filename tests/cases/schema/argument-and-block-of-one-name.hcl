# information-model: Body Schema and Content
schema {
  optional = ["volume"]
}
body "app.hcl" {
  volume = "data"
  volume {}
}
