"""What does the map say of sewers: rights-of-way, frontage, blocks, and which sewer a parcel meets.

From the ground up, each room knowing only those before it: `shapes` (lines and areas alone) and `mains`; `ways`
(rights-of-way); `blocks` and `areas` (places in which land lies); `meetings` (ground and sewer); `ground`, the one
survey of a county that joins them; and `answers` about a parcel.
"""
