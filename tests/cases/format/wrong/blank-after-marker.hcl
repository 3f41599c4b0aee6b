# native-syntax: Comments and Whitespace
a = <<EOT 
text   text
EOT
