# native-syntax: Configuration Files
# nothing
/* here */