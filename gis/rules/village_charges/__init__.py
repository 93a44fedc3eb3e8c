"""Rules of what the village charges for sewer and water: by the bill, on a building permit, on a connection."""
