"""Rules that look up a limit of the village's utilities: what may be discharged, and who may sprinkle when."""
