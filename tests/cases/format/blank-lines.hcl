# native-syntax: Comments and Whitespace


   
	
a = 1



b {

  
c = 2

}
   
