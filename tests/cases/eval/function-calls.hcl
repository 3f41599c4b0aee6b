# information-model: Functions and Function Calls
variables {
  unknown = unknown(string)
  dynamic = unknown(any)
}

positional = substr("hello", 1, 3)
too_few = substr("hello")
too_many = strlen("a", "b")
variadic = max(1, 3, 2)
converted = strlen(12)
not_matching = strlen([])
null_argument = strlen(null)
unknown_argument = strlen(unknown)
dynamic_argument = strlen(dynamic)
result_varies = [jsondecode("[1]"), jsondecode("{\"a\":true}")]
result_of_unknown = jsondecode(unknown)
