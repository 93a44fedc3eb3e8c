"""Who is heard, and what must the board decide?"""
