"""Which ground meets which sewer, and of which do the layers leave it open?"""
