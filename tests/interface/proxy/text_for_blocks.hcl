listen   = ":80"
upstream = "shop"
