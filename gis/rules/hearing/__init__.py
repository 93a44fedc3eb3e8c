"""Hearing on a petition: bond, day, notice, decision, continuance and costs, and the review by a court."""
