# What the shop runs on.

terraform {
  required_version = ">= 1.6"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.40" # the last one with the old tags
    }
  }
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "zones" {
  description = "The zones that have a subnet."
  type        = list(string)
  default     = ["a", "b"]
}

variable "bastion_key" {
  type = string
}

locals {
  name = "shop-${var.environment}"
  tags = { team = "storefront", name = local.name }
}

module "network" {
  source  = "example/network/aws"
  version = "3.2.1" # see the notes on 3.3 before it is raised

  name  = local.name
  cidr  = "10.20.0.0/16"
  zones = [for zone in var.zones : "${var.region}${zone}"]
}

module "database" {
  source  = "example/database/aws"
  version = "1.9.0"

  subnets = module.network.private_subnets
  size    = var.database_size
}

module "dns" {
  source = "./modules/dns"
  names  = local.hosts
}

resource "aws_instance" "web" {
  for_each = toset(var.zones)

  ami           = data.aws_ami.base.id
  instance_type = "t3.small"
  subnet_id     = module.network.public_subnets[each.key]
  tags          = local.tags
}

resource "aws_security_group" "web" {
  name = local.name

  dynamic "ingress" {
    for_each = [80, 443]

    content {
      from_port = ingress.value
      to_port   = ingress.value
      protocol  = "tcp"
    }
  }
}

data "aws_ami" "base" {
  most_recent = true
  owners      = ["amazon"]
}

output "addresses" {
  value = { for zone, it in aws_instance.web : zone => it.private_ip }
}
