# A network with servers, as Terraform knows them, planned by the example `plan`.

resource "network" "main" {
  name = local.name
  cidr = var.cidr
}

resource "server" "web" {
  for_each = var.servers
  name     = "${local.name}-${each.key}"
  size     = each.value
  network  = network.main.id
}

resource "balancer" "front" {
  name    = "${local.name}-front"
  targets = [for server in server.web : server.id]
}

locals {
  name = "${var.project}-${local.stage}"
}

locals {
  stage = var.is_production ? "live" : "test"
}

output "address" {
  value = "http://${balancer.front.id}.example.com"
}

output "sizes" {
  value = { for key, server in server.web : server.name => server.size }
}
