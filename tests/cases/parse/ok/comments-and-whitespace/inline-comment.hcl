# native-syntax: Comments and Whitespace
/* a */ x /* b */ = /* c */ 1 /* d
 d */
