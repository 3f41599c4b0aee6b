# native-syntax: Template If Directive
yes = "%{ if true }a%{ else }b%{ endif }"
no = "%{ if false }a%{ else }b%{ endif }"
without_else = "%{ if false }a%{ endif }"
wrong = "%{ if 5 }a%{ endif }"
