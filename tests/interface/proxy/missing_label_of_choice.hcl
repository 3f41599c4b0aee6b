listen = ":80"

auth {
  user = "ada"
}
