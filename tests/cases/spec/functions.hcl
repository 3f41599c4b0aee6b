# hcldec-spec-format, spec-language: Custom Functions
spec {
  function "add_one" {
    params = [n]
    result = n + 1
  }

  function "upper" {
    params = [str]
    result = upper(str)
  }

  function "min" {
    params         = []
    variadic_param = nums
    result         = min(nums...)
  }

  function "twice" {
    params = [n]
    result = add(n, add_one(n - 1))
  }

  function "add" {
    params = [a, b]
    result = a + b
  }

  function "endless" {
    params = [n]
    result = endless(n)
  }

  array {
    attr {
      name = "a"
    }
    attr {
      name = "b"
    }
    attr {
      name = "c"
    }
  }
}

input "1.hcl" {
  a = add_one(41)
  b = upper("text")
  c = min(3, 1, 2)
}

input "2.hcl" {
  a = add_one("x")
  b = upper(null)
  c = add_one(1, 2)
}

input "3.hcl" {
  a = max(1, 2)
  b = lower("X")
}

# Functions do not call each other, nor themselves.
input "4.hcl" {
  a = twice(21)
  b = endless(1)
  c = twice("x")
}
