"""In which municipality, district or ordinance's place does land lie?"""
