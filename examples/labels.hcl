# The network of a small shop, read by the example `labels`.

# One label, the name: an entry of a map.
network "front" {
  range = "10.0.1.0/24"
}

network "back" {
  range = "10.0.2.0/24"
}

# Two labels, both of them fields.
rule "allow" "web" {
  from  = "any"
  ports = [80, 443]
}

rule "deny" "rest" {
  from  = "any"
  ports = []
}

# The label says what is in the block.
check "http" {
  path = "/health"
}

check "tcp" {
  port = 5432
}

# A label for each network that the two ends of it are in.
peering "front" "back" "backup" {
  is_open = false
}
