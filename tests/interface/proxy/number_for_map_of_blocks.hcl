listen   = ":80"
upstream = 7
