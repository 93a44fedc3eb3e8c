"""Editions as files for other programs."""
