# native-syntax: Blocks
a "b"
{
  x = 1
}
y = 2
