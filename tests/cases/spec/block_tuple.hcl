# hcldec-spec-format, spec-language: `block_list` spec blocks
spec {
  object {
    block_tuple "log_file" {
      min_items = 1
      max_items = 2

      attr {
        name = "level"
      }
    }
  }
}

input "1.hcl" {
  log_file {
    level = "info"
  }
  log_file {
    level = ["a", 1]
  }
}

input "2.hcl" {
}

input "3.hcl" {
  log_file {}
  log_file {}
  log_file {}
}
