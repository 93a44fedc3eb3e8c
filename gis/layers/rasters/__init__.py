"""Grids of cells as editions."""
