listen = uper(":80")
