listen = ":80"

upstream "shop" {
  server {
    weight = 1
  }
}
