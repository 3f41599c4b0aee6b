# hcldec-spec-format, spec-language: `transform` spec blocks
spec {
  transform {
    attr {
      name = "size_in_mb"
      type = number
    }

    # Convert result to a size in bytes
    result = nested * 1024 * 1024
  }
}

input "1.hcl" {
  size_in_mb = 2
}

input "2.hcl" {
  size_in_mb = "big"
}

input "3.hcl" {
}
