# hcldec-spec-format: Spec Definition Functions
spec {
  literal {
    value = {
      abs        = abs(-5)
      coalesce   = coalesce(null, "a", "b")
      concat     = concat([1], [2, 3])
      hasindex   = [hasindex([1], 0), hasindex({ a = 1 }, "b"), hasindex({ a = 1 }, "a")]
      int        = int(-2.5)
      jsondecode = jsondecode("{\"a\": [1, null]}")
      jsonencode = jsonencode({ a = [1, null] })
      length     = [length([1, 2]), length({ a = 1 })]
      lower      = lower("ABC")
      max        = max(1, 3, 2)
      min        = min(3, 1, 2)
      reverse    = reverse("abc")
      strlen     = strlen("abc")
      substr     = substr("hello", 1, 3)
      upper      = upper("abc")
    }
  }
}

input "1.hcl" {
}
