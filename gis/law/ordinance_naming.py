"""What is a place called whose ordinance is written, of which kind is it, and which id has the ordinance?"""

from __future__ import annotations

import re
import unicodedata
from typing import get_args

from gis.errors import OptionInvalid
from gis.model.ordinance import PlaceKind

_LONGEST_NAME = 200
_NOT_OF_IDS = re.compile(r"[^a-z0-9]+")


def _class_of(name: str) -> PlaceKind | None:
    """Return the kind of place that stands in front of a name; null where none does."""
    kinds: tuple[PlaceKind, ...] = get_args(PlaceKind)
    return next((kind for kind in kinds if name.casefold().startswith(f"{kind} of ")), None)


def kind_of(name: str) -> PlaceKind:
    """Return the kind of place that a name tells: by the class in front of it, else a village.

    >>> kind_of("Town of Oak"), kind_of("Lake Sanitary District"), kind_of("Elm")
    ('town', 'sanitary', 'village')
    """
    return _class_of(name) or ("sanitary" if "sanitary district" in name.casefold() else "village")


def place_named(name: str, kind: PlaceKind) -> str:
    """Return the name of a place with its class in front.

    Raises
    ------
    OptionInvalid
        The name is empty, too long, has signs that cannot be printed, or is of another kind of place.

    Examples
    --------
    >>> place_named("Elm", "village")
    'Village of Elm'
    """
    text = name.strip()
    why = None
    if not text:
        why = "It is empty, as that of a variable that was not set."
    elif len(text) > _LONGEST_NAME:
        why = f"It has {len(text)} signs, and no place has a name of more than {_LONGEST_NAME}."
    elif not text.isprintable():
        why = "It has a sign that cannot be printed, such as the end of a line."
    elif _class_of(text) not in {None, kind}:
        why = f"It names a {_class_of(text)}, and the kind asked for is {kind}."
    if why is not None:
        raise OptionInvalid(
            what="That is no name of such a place.",
            where="the argument NAME",
            why=why,
            next='Write it as "Village of Elm", or give its kind with --kind.',
        )
    return text if kind in {"sanitary", _class_of(text)} else f"{kind.title()} of {text}"


def id_of(place: str) -> str:
    """Return the id of the ordinance of a place.

    >>> id_of("Village of Elm")
    'village-of-elm'
    """
    ascii_only = unicodedata.normalize("NFKD", place).encode("ascii", "ignore").decode().lower()
    return _NOT_OF_IDS.sub("-", ascii_only).strip("-") or "ordinance"
