listen = ":80"

upstream "a" {
  server {
    url = "http://a"
  }
}

upstream {
  server {
    url = "http://b"
  }
}
