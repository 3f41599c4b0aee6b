# hcldec-spec-format, spec-language: `block` spec blocks
spec {
  block {
    block_type = "logging"

    object {
      attr "level" {
        type = string
      }
      attr "file" {
        type = string
      }
    }
  }
}

input "1.hcl" {
  logging {
    level = "info"
    file  = "app.log"
  }
}

input "2.hcl" {
}

input "3.hcl" {
  logging {}
  logging {}
}

input "4.hcl" {
  logging "x" {}
}
