# native-syntax: Comments and Whitespace
text = "  blanks   in  ${   a   }   text  "
sequences = "${ a }${ b } ${c}"
object = "${{ a = 1 }}${ {} }"
strip = "a ${~ b ~} c ${~b~} %{~ if c ~} d %{~ else ~} e %{~ endif ~}"
directives = "%{   if a   }  b  %{   else   }  c  %{   endif   }"
loop = "%{ for k ,v in a }${k}=${ v }%{ endfor }"
nested = "a ${ "b ${ c   +   d } ${"e" }" } f"
escapes = "$${ a   +   b } %%{ c   d }"
lines = "${
a +
f(
b
)
} text"
