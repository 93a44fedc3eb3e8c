"""How many electors must sign, and how their number is found."""
