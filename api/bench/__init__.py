"""Benchmarks that state what was measured, on what, beside which peer, in the same run."""
