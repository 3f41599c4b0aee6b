# native-syntax: Literal Values
capital_true = True
capital_false = FALSE
none = None
nil = nil
in_list = [True]
in_template = "a${Null}"
yes = yes
off = Off
