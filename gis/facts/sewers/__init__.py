"""What does the map say of sewers: rights-of-way, frontage, blocks, and which sewer a parcel meets."""
