listen = ":80"

route {
  upstream = "shop"
}
