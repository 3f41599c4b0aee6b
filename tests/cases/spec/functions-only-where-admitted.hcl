# hcldec-spec-format: Spec Definition Functions
spec {
  variables {
    team = upper("core")
  }
  array {
    attr {
      name     = lower("A")
      required = hasindex([1], 0)
    }
    block_list {
      block_type = lower("B")
      min_items  = max(1, 2)
      max_items  = length([1, 2])
      literal {
        value = upper("here they may")
      }
    }
    block_map {
      block_type = "c"
      labels     = concat(["x"], ["y"])
      transform {
        attr {
          name = "d"
          type = string
        }
        result = "here too: ${upper(nested)}"
      }
    }
  }
}
