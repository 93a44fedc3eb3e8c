"""Where are the streets, alleys and other rights-of-way: recorded, drawn by width or told from gaps between lots?"""
