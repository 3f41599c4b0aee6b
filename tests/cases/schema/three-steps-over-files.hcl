# information-model: Partial Processing
schema {
  optional = ["name"]
}
schema {
  blocks = { listener = [] }
}
schema {
  optional = ["port"]
}
body "a.hcl" {
  name = "web"
  listener {}
  prot = 80
}
body "b.hcl" {
  port = 81
  listener {}
}
