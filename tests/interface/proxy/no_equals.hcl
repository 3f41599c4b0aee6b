listen ":80"
