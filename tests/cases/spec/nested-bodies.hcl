# hcldec-spec-format, spec-language: Spec Format
spec {
  object {
    block_map "service" {
      labels = ["name"]
      object {
        attr "port" {
          type     = number
          required = true
        }
        block_list "check" {
          object {
            attr "path" {
              type = string
            }
            default "interval" {
              attr {
                name = "interval"
                type = number
              }
              literal {
                value = 10
              }
            }
          }
        }
        block_attrs "env" {
          element_type = string
        }
      }
    }
  }
}

variables {
  base = 8000
  zone = "eu"
}

input "1.hcl" {
  service "web" {
    port = base + 80
    check {
      path = "/"
    }
    check {
      path     = "/health"
      interval = "5"
    }
    env {
      ZONE = zone
    }
  }
  service "db" {
    port = 5432
  }
}

input "2.hcl" {
  service "web" {
    check {
      pth = "/"
    }
    env {
      ZONE = zne
    }
  }
  servis "db" {}
}
