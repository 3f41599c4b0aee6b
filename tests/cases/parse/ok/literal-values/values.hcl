# native-syntax: Literal Values
all = [12, true, false, null]

keywords_with_steps = [true.a, null[0], false.*]
