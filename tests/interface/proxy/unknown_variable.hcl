listen = ":${prot}"
