listen = ":80"

headers { "X-Frame-Options" = "DENY" }
