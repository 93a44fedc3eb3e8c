"""What do the words of a name or a class say of a right-of-way: street, alley, railroad or easement?

The last word of a kind decides, as names are built: Railroad Street and Alley Road are streets, Oak Street Alley is an
alley. What follows a word like "for" or "of" tells of something else: an easement along Oak Street is no street.
"""

from __future__ import annotations

import re

STREET, ALLEY, RAILROAD, EASEMENT = "street", "alley", "railroad", "easement"

_ROUTES = frozenset(
    {
        *("COUNTY", "CTY", "CO", "CTH", "STH", "USH", "HIGHWAY", "HWY", "TRUNK", "ROUTE", "RTE", "ROAD", "RD"),
        *("AVENUE", "AVE", "STREET", "LANE"),
    }
)
"""After one of these RR is the letter of a road: County Highway RR."""
_TYPES = frozenset(
    {
        *("STREET", "ST", "STR", "AVENUE", "AVE", "AV", "ROAD", "RD", "DRIVE", "DR", "LANE", "LN", "COURT", "CT"),
        *("PLACE", "PL", "BOULEVARD", "BLVD", "CIRCLE", "CIR", "WAY", "TRAIL", "TRL", "TERRACE", "TER", "PARKWAY"),
        *("PKWY", "SQUARE", "SQ", "PLAZA", "TURNPIKE", "TPKE", "LOOP", "FREEWAY", "FWY", "EXPRESSWAY", "EXPY"),
        *("HIGHWAY", "HWY", "CTH", "STH", "USH", "COUNTY", "CTY", "ROUTE", "RTE", "TRUNK"),
    }
)
"""Types of streets, and how they are written short."""
_KIND_OF_WORD = {
    **dict.fromkeys(_TYPES, STREET),
    **dict.fromkeys(("ALLEY", "ALLEYS", "ALLEYWAY", "ALY"), ALLEY),
    **dict.fromkeys(("RAILROAD", "RAILWAY", "RR"), RAILROAD),
    **dict.fromkeys(("EASEMENT", "EASEMENTS", "ESMT"), EASEMENT),
}
_OF_ANOTHER = frozenset({"FOR", "OF", "ALONG", "OVER", "ACROSS", "BETWEEN", "BEHIND", "FROM", "TO", "IN", "ON", "OFF"})
"""What follows one of these is not what is named."""
_RR = "RR"
_TWO_WORDS = re.compile(r"\bRIGHTS?[ -]OF[ -]WAYS?\b|\bR[./]O?[./]?W\b|\bROW\b")
"""Says of a railroad's ground as well as of a street's what it is, and so nothing of its kind."""


def kind_said(said: str | None) -> str | None:
    """Return the kind that words tell; None where they tell none.

    Examples
    --------
    >>> [kind_said(name) for name in ("Railroad Street", "County Highway RR", "Soo Line RR", "Alley Road", "Oak Alley")]
    ['street', 'street', 'railroad', 'street', 'alley']
    >>> [kind_said(name) for name in ("RAILROAD ROW", "Utility easement along Oak St", "Broadway", None)]
    ['railroad', 'easement', None, None]
    """
    words = re.findall(r"[A-Z]+|[0-9]+", _TWO_WORDS.sub(" ", (said or "").upper()))
    kind = None
    for place, word in enumerate(words):
        if place and word in _OF_ANOTHER:
            return kind
        is_letter = word == _RR and place and words[place - 1] in _ROUTES
        kind = STREET if is_letter else _KIND_OF_WORD.get(word, kind)
    return kind


def kind_of(name: str | None, made_by: str | None = None) -> str:
    """Return the kind of a right-of-way by its name, else by what made it; a street where neither tells one.

    An easement is one whatever its name: who holds ground by easement does not own a street.

    >>> kind_of("NORTH 3 ALLEY"), kind_of("Galley"), kind_of(None, "EASEMENT DOC 1"), kind_of("Oak", "DEED FROM SOO RR")
    ('alley', 'street', 'easement', 'street')
    """
    named, made = kind_said(name), kind_said(made_by)
    return EASEMENT if made == EASEMENT else named or made or STREET
