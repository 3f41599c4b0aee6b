# A shop: a web server behind a proxy, and a worker that sends mail.

variable "version" {
  default = "1.4.2"
}

variable "zones" {
  default = ["eu-1", "eu-2"]
}

job "shop" {
  type        = "service"
  datacenters = var.zones
  priority    = 70

  meta {
    team  = "storefront"
    chat  = "#shop"
    build = "v${var.version}"
  }

  update {
    max_parallel     = 1
    min_healthy_time = "10s"
    auto_revert      = true
  }

  group "web" {
    count = length(var.zones) * 2

    network {
      port "http" {
        to = 8080
      }
      port "metrics" {
        static = 9100
      }
    }

    service {
      name = "shop-web"
      port = "http"
      tags = ["public", "v${var.version}"]

      check "http" {
        path     = "/health"
        interval = "10s"
        timeout  = "2s"
      }
    }

    service {
      name = "shop-metrics"
      port = "metrics"

      check "tcp" {
        interval = "1m"
      }
    }

    task "server" {
      driver = "docker"

      config {
        image = "registry.example.com/shop:${var.version}"
        ports = ["http", "metrics"]
      }

      env {
        LOG_LEVEL = "info"
        WORKERS   = 8
      }

      template {
        destination = "local/shop.ini"
        data        = <<-EOT
          [shop]
          zones = ${join(", ", var.zones)}
          EOT
      }

      resources {
        cpu    = 500
        memory = 256
      }
    }
  }

  group "mail" {
    task "sender" {
      driver = "exec"

      config {
        command = "/usr/bin/shop-mail"
        args    = ["--queue", "orders"]
      }

      resources {
        cpu = 100
      }
    }
  }
}
