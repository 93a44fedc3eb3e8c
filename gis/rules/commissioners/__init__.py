"""Who selects the commissioners of a district, when, how many, for how long, and who may serve."""
