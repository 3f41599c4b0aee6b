listen = upper([":80"])
