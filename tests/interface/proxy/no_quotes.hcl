listen = localhost
