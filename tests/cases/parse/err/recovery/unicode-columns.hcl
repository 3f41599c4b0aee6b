# native-syntax: Bodies
größe = "🙂" "é" 1
y = 2
