"""What does the law ask of the land in a district: whose it is, which town leads, where it is recorded."""
