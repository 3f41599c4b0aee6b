# information-model: Dynamic Attributes
just_attributes {}
body "a.hcl" {
  zone = "eu"
  nested {}
}
body "b.hcl" {
  zone = "us"
  nested "x" {}
  team = "core"
}
