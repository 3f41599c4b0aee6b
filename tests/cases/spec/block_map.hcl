# hcldec-spec-format, spec-language: `block_map` spec blocks
spec {
  block_map {
    block_type = "log_file"
    labels = ["filename"]

    object {
      attr "level" {
        type     = string
        required = true
      }
    }
  }
}

input "1.hcl" {
  log_file "b.log" {
    level = "info"
  }
  log_file "a.log" {
    level = "debug"
  }
}

input "2.hcl" {
}

input "3.hcl" {
  log_file "a.log" {
    level = "info"
  }
  log_file "a.log" {
    level = "debug"
  }
}

input "4.hcl" {
  log_file {
    level = "info"
  }
  log_file "a" "b" {
    level = "info"
  }
}
