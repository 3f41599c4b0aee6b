# native-syntax: Template If Directive
x = "%{
  endfor
}"
y = "%{ if a }%{	endfor	}"
