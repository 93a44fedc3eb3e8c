"""The one path that joins facts and rules."""
