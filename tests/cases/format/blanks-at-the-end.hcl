# native-syntax: Comments and Whitespace
a = 1
  	 