# hcldec-spec-format: `block_map` spec blocks
spec {
  tuple {
    block_object {
      block_type = "log_file"
      attr {
        name = "level"
      }
    }
    block_object {
      block_type = "log_dir"
      labels     = []
      attr {
        name = "level"
      }
    }
    block_tuple {
      block_type = "log"
      labels     = ["name"]
    }
  }
}
