# native-syntax: Comparison Operators
equal = [1] == [1]
never_converted = 1 == "1"
nulls = null == null
different = "a" != "b"
converted = "2" < "10"
wrong = 1 < "a"
of_null = 1 < null
