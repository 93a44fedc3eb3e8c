"""What a stormwater utility charges: parcels measured, judged and billed, and what changed between two years."""
