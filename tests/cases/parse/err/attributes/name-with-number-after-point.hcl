# native-syntax: Attribute Definitions
compat_1.9 = true
y = 1
