listen = ":80"

upstream "shop" {
  server {
    url = "http://a"
  }
}

upstream "shop" {
  server {
    url = "http://b"
  }
}
