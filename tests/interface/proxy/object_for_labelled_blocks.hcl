listen = ":80"

route = {
  host     = "shop.example"
  upstream = "shop"
}
