"""Rules of a stormwater utility: runoff units of a parcel, its charge, its place in the utility district."""
