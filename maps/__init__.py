"""What people look at: maps and sheets made from model objects."""
