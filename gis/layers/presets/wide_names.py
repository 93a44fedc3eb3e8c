"""What does the name of a column tell whose every cell is a feature of its own, as GOVTOT22 does?"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

from gis.layers.presets.files import PLACEHOLDER, WideRule, spelling
from gis.layers.rows.values import parse_year

_CENTURY_TURN = 90
_DIGITS = {"yy": "[0-9]{2}", "year": "[0-9]{4}"}


def placeholders(rule: WideRule) -> tuple[str, ...]:
    """Return the canonical columns that the name of a column tells by a rule.

    >>> placeholders(WideRule("votes", "{office} {yy}", (("office", (("GOV", "governor"),)),)))
    ('office', 'year')
    """
    return tuple("year" if name == "yy" else name for name in PLACEHOLDER.findall(rule.pattern))


def told_by_name(rule: WideRule, column: str) -> tuple[tuple[str, str], ...] | None:
    """Return what the name of a column tells; None where it does not fit the rule.

    Case, blanks and punctuation do not matter. A year of two digits is of 1990 to 2089.

    Examples
    --------
    >>> rule = WideRule("votes", "{office} total {yy}", (("office", (("GOV", "governor"),)),))
    >>> told_by_name(rule, "gov_total_22")
    (('office', 'governor'), ('year', '2022'))
    >>> told_by_name(rule, "GOV_TOTAL_2022") is None, told_by_name(rule, "XYZ_TOTAL_22") is None
    (True, True)
    """
    hit = _form(rule).fullmatch(spelling(column))
    if hit is None:
        return None
    words = {name: {spelling(text): word for text, word in pairs} for name, pairs in rule.values}
    told = {}
    for name, text in hit.groupdict().items():
        if name == "yy":
            told["year"] = str((1900 if int(text) >= _CENTURY_TURN else 2000) + int(text))
        elif name == "year":
            told["year"] = text
        else:
            told[name] = words[name][text]
    try:
        parse_year(told.get("year"))
    except ValueError:
        return None
    return tuple(told.items())


@lru_cache(maxsize=64)
def _form(rule: WideRule) -> re.Pattern[str]:
    """Return the pattern of spellings that fit: literal text, digits and listed words, so that it is quick."""
    words = {name: "|".join(re.escape(spelling(text)) for text, _ in pairs) for name, pairs in rule.values}
    pieces = PLACEHOLDER.split(rule.pattern)  # literal text and names in turn
    literal = [re.sub(r"[^A-Z0-9]+", "_", piece.upper()) for piece in pieces[::2]]
    told = [f"(?P<{name}>{_DIGITS.get(name) or words[name]})" for name in pieces[1::2]]
    form = "".join(chain(*zip(literal, [*told, ""], strict=True)))
    return re.compile(form.strip("_"))
