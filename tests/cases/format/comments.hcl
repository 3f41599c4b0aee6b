# native-syntax: Comments and Whitespace
	# On its own.
   // The same.
a = 1# one
longer = 2     // two
block {# three
b = 3         # four
/* inside */ c = /* before */ 4 /* behind */
/* inside */   d = 5 # six
# On its own.
e = 6 # seven
}# eight
f = [ # nine
1, # ten
   # on its own
22, # eleven
] # twelve
/* over
     several
  lines */
g = 7 # trailing blanks stay  	
h = f(/* a */1, /* b */ 2)
