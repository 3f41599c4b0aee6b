# native-syntax: Keywords
for for "for" {
  in {}
}
