# native-syntax: Comments and Whitespace
   a  =  "\q   ${b   }"
longer=2
