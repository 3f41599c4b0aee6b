# information-model: Unknown Values and the Dynamic Pseudo-type
variables {
  number = unknown(number)
  other = unknown(number)
  string = unknown(string)
  list = unknown(list(bool))
  object = unknown(object({a = string}))
  dynamic = unknown(any)
}

sum = number + other
with_known = number + 1
with_dynamic = number + dynamic
equal = number == other
dynamic_equal = dynamic == dynamic
negated = -number
not = !dynamic
and = dynamic && true
never_true = dynamic && false
template = "a${string}"
template_of_dynamic = "a${dynamic}"
element = list[0]
attribute = object.a
attribute_of_dynamic = dynamic.a
splat = list[*]
for_tuple = [for each in list : each]
for_object = {for each in list : each => each}
conditional = dynamic ? 1 : "a"
call = upper(string)
call_of_dynamic = upper(dynamic)
call_accepting_dynamic = length(dynamic)
known_in_part = [number, 1]
never_null = (number < 2) == null
times_zero = number * 0
zero_times = 0 * dynamic
of_a_length = length(list) >= 0
of_two_lengths = length(list) + length(list) * 2 < 0
of_a_difference = -strlen(string) - 1 < 0
of_a_beginning = strlen("abc-${string}") > 3
wrong = list + 1
wrong_attribute = object.b
wrong_argument = upper(list)
