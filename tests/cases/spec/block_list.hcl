# hcldec-spec-format, spec-language: `block_list` spec blocks
spec {
  block_list {
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
    filename = "a.log"
  }
  log_file {
    filename = "b.log"
    level    = "debug"
  }
}

input "2.hcl" {
}

input "3.hcl" {
  log_file {}
  log_file {
    file = "x"
  }
}
