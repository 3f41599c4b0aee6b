# native-syntax: Comments and Whitespace
   a  =  "%{ unless   b }  c  %{   endif }"
longer=2
