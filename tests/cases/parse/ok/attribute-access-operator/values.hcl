# native-syntax: Attribute Access Operator
one = a.b

chain = a.b.c.d

blanks = a . b

keyword = a.for

dash = a.b-c
