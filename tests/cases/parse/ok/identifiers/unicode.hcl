# native-syntax: Identifiers
日本 = größe
