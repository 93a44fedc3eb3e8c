"""Since when the text of a rule is on file: hand-listed days, for tests of what is told before and after them."""

import datetime as dt

_TEXTS_WITHOUT_A_DATE = dt.date(2011, 7, 1)
"""The text of 60.71 on file is the one after 2011 Wis. Act 32; texts without a date of their own are used from then."""
_KOSHKONONG = dt.date(2011, 8, 11)
"""The sewer use ordinance of the Koshkonong district."""
_APPENDIX_A = dt.date(1995, 10, 25)
"""Mukwonago's list of units says itself since when it holds."""


def begins(rule_id: str) -> dt.date:
    """Return the day from which the text of a rule is on file."""
    if rule_id == "MUK-07":
        return _APPENDIX_A
    return _KOSHKONONG if rule_id.startswith("CKSD-") else _TEXTS_WITHOUT_A_DATE
