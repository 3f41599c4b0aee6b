# information-model: Partial Processing
schema {
  optional = ["volume"]
}
schema {
  blocks = { zone = [], network = [] }
}
body "app.hcl" {
  volume = "data"
  volume {}
  zone = 1
  network {}
}
