# hcldec-spec-format, spec-language: `block_map` spec blocks
spec {
  block_object {
    block_type = "log_file"
    labels     = ["zone", "name"]

    attr {
      name = "level"
    }
  }
}

input "1.hcl" {
  log_file "eu" "b.log" {
    level = "info"
  }
  log_file "eu" "a.log" {
    level = ["a", 1]
  }
  log_file "us" "a.log" {}
}

input "2.hcl" {
}

input "3.hcl" {
  log_file "eu" "a.log" {}
  log_file "eu" "a.log" {}
  log_file "eu" {}
}
