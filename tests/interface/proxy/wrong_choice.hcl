listen    = ":80"
log_level = "debgu"
