listen = ":${env.prot}"
