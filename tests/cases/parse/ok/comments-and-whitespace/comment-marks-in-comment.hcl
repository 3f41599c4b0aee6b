# native-syntax: Comments and Whitespace
/* // # /* */
x = 1 # /*
y = 2
