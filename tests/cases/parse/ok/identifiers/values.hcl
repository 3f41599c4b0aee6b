# native-syntax: Identifiers
dash_at_end = a--

minus_needs_blank = [a-b, a - b, a -b]
