"""What changed between two editions, and what became of each parcel?"""
