# native-syntax: Source Code Representation
astral = "𝄞"
