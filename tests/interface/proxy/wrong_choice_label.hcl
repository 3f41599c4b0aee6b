listen = ":80"

auth "basci" {
  user = "ada"
}
