# The configuration of "depot", which keeps the artifacts of a build farm.
# It is read by the example `load`; every value in it is a literal.

name        = "depot"
environment = "staging"
listen      = ["0.0.0.0:8080", "[::]:8080"]
workers     = 16
sample_rate = 0.25

// What operators see when they log in.
banner = <<-EOT
  Welcome to depot (staging).
  Artifacts are removed after 14 days:
    keep what you need somewhere else.
  EOT

labels = {
  team        = "build"
  cost_center = "4711"
  "on-call"   = "build-oncall@example.com"
}

tls {
  certificate = "/etc/depot/tls/server.pem"
  key         = "/etc/depot/tls/server.key"
  min_version = "1.3" # 1.2 was dropped with the old agents
}

# One block for each place where artifacts are kept.
storage "hot" {
  path     = "/var/lib/depot/hot"
  capacity = 500
  retention {
    days = 14
    keep = ["*.sig", "*.sbom"]
  }
}

storage "cold" {
  path      = "/mnt/archive/depot"
  capacity  = 20000
  read_only = false
  retention {
    days = 730
  }
}

/* Upstreams are tried in this order. The first that answers
   with the artifact wins. */
upstream "mirror" {
  url     = "https://mirror.example.com/artifacts"
  timeout = 2.5
  headers = {
    accept = "application/octet-stream"
  }
}

upstream "origin" {
  url     = "https://origin.example.com/artifacts"
  timeout = 10
  retry {
    attempts = 5
    backoff  = 1.5
  }
}

# Who may do what. The first label is the kind of access, the second who has it.
access "read" "everyone" {
  paths = ["/public/*"]
}

access "read" "engineers" {
  paths = ["/public/*", "/builds/*"]
}

access "write" "ci" {
  paths = ["/builds/*"]
  token = "file:/run/secrets/ci-token"
}

limits {
  upload_size = 4294967296 # bytes: 4 GiB
  requests {
    per_second = 200
    burst      = 400
  }
}

# Written by hand before each release, and otherwise absent.
maintenance = null
