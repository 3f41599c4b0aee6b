# native-syntax: Attribute Definitions
x =