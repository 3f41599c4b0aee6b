# native-syntax: Blocks
a "$${b}" "%%{c}" "$" {}
