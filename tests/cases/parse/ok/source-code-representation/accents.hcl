# native-syntax: Source Code Representation
é = 1
é = 2
