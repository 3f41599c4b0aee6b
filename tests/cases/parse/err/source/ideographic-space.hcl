# native-syntax: Source Code Representation
x　= 1
