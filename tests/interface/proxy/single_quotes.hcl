listen = ':80'
