# native-syntax: Numeric Literals
integer = 42

zero = [0, 00, 007]

fraction = 3.25

exponent = [1e3, 1E3, 1e+3, 1e-3, 2.5e10]

many_digits = 123456789012345678901234567890.123456789012345678901234567890

point_before_exponent = 1.e5

before_ellipsis = f(1...)

negative = -1
