"""Which ground is a block, what bounds it, and how does a sewer lie to it?"""
