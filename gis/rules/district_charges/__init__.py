"""Rules of what the Koshkonong district charges for its sewers."""
