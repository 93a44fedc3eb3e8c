"""The value objects that every room may import: frozen, typed, without behaviour."""
