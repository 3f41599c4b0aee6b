# native-syntax: Source Code Representation

 
	
