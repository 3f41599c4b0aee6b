# native-syntax: Comparison Operators
variables {
  unknown = unknown(number)
  dynamic = unknown(any)
  object = unknown(object({a = string}))
}

equal = [1] == [1]
never_converted = 1 == "1"
nulls = null == null
different = "a" != "b"
converted = "2" < "10"
wrong = 1 < "a"
of_null = 1 < null
less = [1 < 2, 2 < 2, 3 < 2]
less_or_equal = [1 <= 2, 2 <= 2, 3 <= 2]
greater = [1 > 2, 2 > 2, 3 > 2]
greater_or_equal = [1 >= 2, 2 >= 2, 3 >= 2]
opposite = ([1] == [2]) == !([1] != [2])
commutative = (1 == "1") == ("1" == 1)
unknown_operand = unknown < 1
dynamic_operand = dynamic == 1
unknown_of_another_kind = [unknown == [null], unknown != {a = dynamic}, [dynamic] == unknown]
unknown_of_other_attributes = [object == {b = null}, object == {a = [null]}]
unknown_of_perhaps_the_same_type = [object == {a = null}, object == {a = dynamic}]
