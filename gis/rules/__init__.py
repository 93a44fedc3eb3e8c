"""Facts in, finding out: pure functions, one module a family of rules."""
