# hcldec-spec-format, spec-language: `attr` spec blocks
spec {
  attr {
    name     = "document_root"
    type     = string
    required = true
  }
}

input "1.hcl" {
  document_root = "/srv"
}

input "2.hcl" {
  document_root = 80
}

input "3.hcl" {
}

input "4.hcl" {
  document_root = null
}

input "5.hcl" {
  document_root = ["/srv"]
}

input "6.hcl" {
  document_root = "/srv"
  documnt_root = "/tmp"
}
