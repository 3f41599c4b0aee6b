listen = ":80"

upstream {
  balance = "random"
  server {
    url = "http://a"
  }
}
