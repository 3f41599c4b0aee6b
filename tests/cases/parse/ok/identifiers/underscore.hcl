# native-syntax: Identifiers
_x = _
