# native-syntax: Bodies
=
=
