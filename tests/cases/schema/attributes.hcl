# information-model: Dynamic Attributes
just_attributes {}
body "tags.hcl" {
  zone = "eu"
  b-1  = 2
  a    = [for x in y : x]
}
