host = "db.internal"
min  = 20
max  = 10

replica {
  zone = "eu-1"
}

replica {
  zone = "eu-1"
}
