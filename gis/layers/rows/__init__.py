"""What do the rows of a file say in canonical columns?"""
