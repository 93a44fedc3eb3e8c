"""How much of each parcel is impervious, and how surely."""
