# hcldec-spec-format, spec-language: `block_map` spec blocks
spec {
  block_map {
    block_type = "route"
    labels     = ["method", "path"]
    attr {
      name = "to"
      type = string
    }
  }
}

input "1.hcl" {
  route "GET" "/" {
    to = "index"
  }
  route "POST" "/" {
    to = "create"
  }
  route "GET" "/about" {
  }
}

input "2.hcl" {
}

input "3.hcl" {
  route "GET" "/" {}
  route "GET" "/" {}
  route "GET" {}
}
