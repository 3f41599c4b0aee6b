workers = 4
