"""By when must each act of a proceeding be done: the statutory calendar of 60.71 to 60.75."""
