"""Do the layers on file fit each other and themselves, wherever a boundary may come to lie?"""
