# information-model: Structural Types
objects = {a = 1, b = "x"} == {b = "x", a = 1}
objects_apart = {a = 1} == {a = 2}
objects_of_other_types = {a = 1} == {a = "1"}
objects_of_other_names = {a = 1} == {b = 1}
tuples = [1, "x"] == [1, "x"]
tuples_in_other_order = [1, 2] == [2, 1]
tuples_of_other_lengths = [1] == [1, 1]
