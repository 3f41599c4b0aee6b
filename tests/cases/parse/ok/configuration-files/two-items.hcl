# native-syntax: Configuration Files
a = 1
b {
}
