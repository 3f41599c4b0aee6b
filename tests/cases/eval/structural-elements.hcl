# information-model: Structural Elements
present = 1
absent = null
expression = 1 + 1
