"""Geometry in, facts out: plain facts with their evidence."""
