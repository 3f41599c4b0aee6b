# hcldec-spec-format, spec-language: Predefined Variables
spec {
  variables {
    name = "Stephen"
    team = "CORE"
  }
  attr {
    name = "greeting"
    type = string
  }
}

variables {
  name = "Ada"
}

input "1.hcl" {
  greeting = "Hello, ${name} of ${team}!"
}
