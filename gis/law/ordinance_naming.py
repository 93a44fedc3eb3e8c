"""What is a place called whose ordinance is written, of which kind is it, and which id has the ordinance?"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, get_args

from gis.errors import OptionInvalid
from gis.model.ordinance import PlaceKind

_LONGEST_NAME = 200
_NOT_OF_IDS = re.compile(r"[^a-z0-9]+")
_DISTRICT = re.compile(r"\b(sanitary|utility)(?:\s+sewer)?\s+dist(?:rict)?\b")
_WRITE_IT = 'Write it as "Village of Elm", or give its kind with --kind.'
_WHOSE_DISTRICT = (
    "Give --kind sanitary where it was made under Wis. Stat. 60.71; else write the municipality, whose own ordinance "
    'holds in it, such as --kind town with "Town of Elm".'
)


def _class_of(name: str) -> PlaceKind | None:
    """Return the kind of place that stands in front of a name; null where none does."""
    kinds: tuple[PlaceKind, ...] = get_args(PlaceKind)
    return next((kind for kind in kinds if name.casefold().startswith(f"{kind} of ")), None)


def district_named(name: str) -> Literal["sanitary", "utility"] | None:
    """Return which kind of district a name is that of, whatever municipality stands in it; null where of none.

    >>> district_named("Town of Oak Sanitary District No. 1"), district_named("OAK UTILITY DIST. 2")
    ('sanitary', 'utility')
    >>> district_named("Town of Sanitary Springs") is None
    True
    """
    found = _DISTRICT.search(name.casefold())
    if found is None:
        return None
    return "sanitary" if found[1] == "sanitary" else "utility"


def kind_of(name: str) -> PlaceKind:
    """Return the kind of place that a name tells: a district's, else by the class in front of it, else a village.

    >>> kind_of("Town of Oak"), kind_of("Sanitary District No. 1 of the Town of Oak"), kind_of("Elm")
    ('town', 'sanitary', 'village')

    Raises
    ------
    OptionInvalid
        It names a utility district, which may be a town sanitary district or a part of a municipality.
    """
    district = district_named(name)
    if district == "utility":
        why = "A utility district may be a town sanitary district or a part of a municipality (Wis. Stat. 66.0827)."
        raise _no_name(why, _WHOSE_DISTRICT)
    return district or _class_of(name) or "village"


def place_named(name: str, kind: PlaceKind) -> str:
    """Return the name of a place with its class in front; that of a sanitary district as it is.

    Raises
    ------
    OptionInvalid
        The name is empty, too long, has signs that cannot be printed, or is of another kind of place.

    Examples
    --------
    >>> place_named("Elm", "village"), place_named("Town of Elm Sanitary District", "sanitary")
    ('Village of Elm', 'Town of Elm Sanitary District')
    """
    text = name.strip()
    district, leading = district_named(text), _class_of(text)
    why, then = None, _WRITE_IT
    if not text:
        why = "It is empty, as that of a variable that was not set."
    elif len(text) > _LONGEST_NAME:
        why = f"It has {len(text)} signs, and no place has a name of more than {_LONGEST_NAME}."
    elif not text.isprintable():
        why = "It has a sign that cannot be printed, such as the end of a line."
    elif district is not None and kind != "sanitary":
        why, then = f"It names a {district} district, and the kind asked for is {kind}.", _WHOSE_DISTRICT
    elif district is None and leading not in {None, kind}:
        why = f"It names a {leading}, and the kind asked for is {kind}."
    if why is not None:
        raise _no_name(why, then)
    return text if kind in {"sanitary", leading} else f"{kind.title()} of {text}"


def _no_name(why: str, then: str) -> OptionInvalid:
    return OptionInvalid(what="That is no name of such a place.", where="the argument NAME", why=why, next=then)


def id_of(place: str) -> str:
    """Return the id of the ordinance of a place.

    >>> id_of("Village of Elm")
    'village-of-elm'
    """
    ascii_only = unicodedata.normalize("NFKD", place).encode("ascii", "ignore").decode().lower()
    return _NOT_OF_IDS.sub("-", ascii_only).strip("-") or "ordinance"
