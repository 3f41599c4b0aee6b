# hcldec-spec-format, spec-language: `object` spec blocks
spec {
  object {
    attr "name" {
      type = string
    }
    block "address" {
      object {
        attr "street" {
          type = string
        }
        # ...
      }
    }
  }
}

input "1.hcl" {
  name = "Ada"
  address {
    street = "Main Street 1"
  }
}

input "2.hcl" {
  name = 5
}

input "3.hcl" {
  nmae = "Ada"
  address "home" {}
  address {
    street = [1]
    city = "x"
  }
}
