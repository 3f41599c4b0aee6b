# native-syntax: Functions and Function Calls
failed = coalesce /* ( */ (null)
namespaced = ns /* ( */ :: f /* ( */ (1)
too_few = strlen /* ( */ ()
works = max /* ( */ (1, [2, 3]...)
lines = max(
  1,
  2,
)
empty_expansion = max(1, []...)
expands_text = max("12"...)
