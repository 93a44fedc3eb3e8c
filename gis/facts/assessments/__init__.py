"""What does the map say of parcels that a charge or special assessment asks about: frontage, area, place, division?"""
