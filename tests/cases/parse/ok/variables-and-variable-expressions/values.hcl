# native-syntax: Variables and Variable Expressions
one = foo

unicode = é

one_letter_each = [a, _, b1]
