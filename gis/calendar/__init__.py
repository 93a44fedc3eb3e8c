"""Statutory day counting: legal holidays, deadlines, class 2 notices, elections."""
