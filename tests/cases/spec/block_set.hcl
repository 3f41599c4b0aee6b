# hcldec-spec-format, spec-language: `block_set` spec blocks
spec {
  block_set {
    block_type = "log_file"

    object {
      attr "level" {
        type = string
      }
      attr "filename" {
        type     = string
        required = true
      }
    }
  }
}

input "1.hcl" {
  log_file {
    filename = "b.log"
  }
  log_file {
    filename = "a.log"
  }
  log_file {
    filename = "b.log"
  }
}

input "2.hcl" {
}
