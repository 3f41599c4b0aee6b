listen = ":80"

upstream "shop" {
  balance = "random"
}
