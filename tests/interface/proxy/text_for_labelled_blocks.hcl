listen = ":80"
route  = "shop.example"
