"""What does a cell of a petition file say: a day, yes or no, a share, an owner key, a decision?

What cannot be read raises ValueError with words that never repeat text that could be a name.
"""

from __future__ import annotations

import datetime as dt
import re
from fractions import Fraction

from gis.calendar.years import sensible
from gis.layers.rows.dates import parse_date
from gis.layers.rows.values import parse_number, shown

_DAY_LETTERS = len("2025-03-03")
_YES = frozenset({"yes", "y", "true", "t", "x", "1", "✓"})
_NO = frozenset({"no", "n", "false", "f", "0", ""})
_QUOTIENT = re.compile(r"(\d{1,6})\s*/\s*(\d{1,6})")
_KEY = re.compile(r"(?:owner\s+)?(\d{1,12})(?:\.0)?", re.IGNORECASE)
_BETWEEN_KEYS = re.compile(r"\s*[;,|]\s*")
_LOOKS_LIKE_A_PARCEL = re.compile(r"(?=.*\d)(?!.*[^\W\d_]{4})[\w.\-/ ]{1,40}")
"""With a digit, and no word of four letters: a name is not repeated."""
CERTAIN, YES, NO = "certain", "yes", "no"


def day(text: str) -> dt.date | None:
    """Read a day; None where the cell is blank.

    Raises
    ------
    ValueError
        Where it is no day, or could be several.

    Examples
    --------
    >>> day("3/14/2025"), day("2025-03-14"), day("")
    (datetime.date(2025, 3, 14), datetime.date(2025, 3, 14), None)
    """
    told = parse_date(text)
    if told is None:
        return None
    if len(told) < _DAY_LETTERS:
        msg = f"{shown(text)} tells no day"
        raise ValueError(msg)
    return sensible(dt.date.fromisoformat(told[:_DAY_LETTERS]))


def yes_or_no(text: str) -> bool:
    """Read a tick; a blank is no.

    >>> yes_or_no("X"), yes_or_no(" no "), yes_or_no("")
    (True, False, False)
    """
    word = text.strip().casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    msg = f"{shown(text)} is neither yes nor no"
    raise ValueError(msg)


def share(text: str) -> Fraction | None:
    """Read a share between nothing and the whole; None where the cell is blank.

    >>> share("1/2"), share("0.25"), share("")
    (Fraction(1, 2), Fraction(1, 4), None)
    >>> share("50")
    Traceback (most recent call last):
    ValueError: '50' is more than the whole; a share is written as a fraction, one half as 0.5 or 1/2
    """
    quotient = _QUOTIENT.fullmatch(text.strip())
    if quotient is not None and int(quotient[2]):
        value = Fraction(int(quotient[1]), int(quotient[2]))
    else:
        number = parse_number(text)
        if number is None:
            return None
        value = Fraction(number)
    if value > 1:
        msg = f"{shown(text)} is more than the whole; a share is written as a fraction, one half as 0.5 or 1/2"
        raise ValueError(msg)
    if value <= 0:
        msg = f"{shown(text)} is no share; leave it blank where nobody knows"
        raise ValueError(msg)
    return value


def owner_keys(text: str) -> tuple[int, ...]:
    """Read owner keys, best first.

    >>> owner_keys("812; 915"), owner_keys("owner 7"), owner_keys("")
    ((812, 915), (7,), ())
    """
    if not text.strip():
        return ()
    found = [_KEY.fullmatch(part) for part in _BETWEEN_KEYS.split(text.strip())]
    if not all(found):
        msg = f"{shown(text)} is no owner key; write its number"
        raise ValueError(msg)
    return tuple(int(match[1]) for match in found if match is not None)


def decision(text: str) -> str:
    """Read what a person decided: yes, no, certain, the number of an owner key, or nothing yet.

    >>> decision("Yes"), decision("owner 812"), decision(" ")
    ('yes', '812', '')
    """
    word = text.strip().casefold()
    if word in {"", CERTAIN, YES, NO}:
        return word
    if word == "y":
        return YES
    if word == "n":
        return NO
    key = _KEY.fullmatch(word)
    if key is None:
        msg = f"{shown(text)} is no decision; write yes, no or the number of an owner key, or leave it blank"
        raise ValueError(msg)
    return str(int(key[1]))


def parcel_words(text: str) -> str:
    """Return a parcel number as it may be printed.

    >>> parcel_words("002-0814-1643-001"), parcel_words("SMITH J 7")
    ('002-0814-1643-001', 'text of 9 characters')
    """
    return text if _LOOKS_LIKE_A_PARCEL.fullmatch(text) else f"text of {len(text)} characters"
