"""Rules of whether and by whom a connection may be permitted."""
