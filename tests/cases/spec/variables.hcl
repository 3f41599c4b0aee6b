# hcldec-spec-format, spec-language: Predefined Variables
spec {
  variables {
    name = "Stephen"
  }

  attr {
    name = "greeting"
    type = string
  }
}

input "1.hcl" {
  greeting = "Hello, ${name}!"
}

input "2.hcl" {
  greeting = nme
}
