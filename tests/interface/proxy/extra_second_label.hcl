listen = ":80"

route "a" "b" {
  upstream = "shop"
}
