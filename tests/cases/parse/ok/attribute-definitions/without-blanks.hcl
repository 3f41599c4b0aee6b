# native-syntax: Attribute Definitions
x=1
