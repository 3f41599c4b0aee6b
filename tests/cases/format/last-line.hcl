# native-syntax: Comments and Whitespace
a = 1
long = 2 	 