# native-syntax: Blocks
a "q\"\u00e9\n" {}
