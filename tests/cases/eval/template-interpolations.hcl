# native-syntax: Template Interpolations
number = "${1.50} and ${true}"
of_null = "a${null}"
of_list = "a${[1]}"
