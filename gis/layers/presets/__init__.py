"""Which column of a file is which: published layouts as data, maps of one's own, and proposals."""
