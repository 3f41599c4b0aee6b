# native-syntax: Static Map
any_key = {a = 1, (b.c) = d, e() = f}
