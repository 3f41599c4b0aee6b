listen: ":80"
