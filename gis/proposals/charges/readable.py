"""Can each value that somebody states of building, lots and bill be read, and what is needed where it cannot?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_type_hints

from pydantic import ValidationError

from gis.calendar.years import YEARS_READ, is_sensible
from gis.errors import FactsInvalid
from gis.model.charges import ChargesStated
from gis.model.jsonio import adapter
from gis.proposals.charges.checking import OPTIONS
from gis.rules.words import sentence

_WHOLE, _NUMBER, _DAY = "a whole number, such as 3", "a number, such as 2.5", "a day, such as 2026-06-15"
NEEDED: Mapping[str, str] = MappingProxyType(
    {
        "permit_date": _DAY,
        "new_building": "yes or no",
        "replaces_same": "yes or no",
        "recs": _NUMBER,
        "use": "a word of Appendix A, such as restaurant",
        "quantity": _WHOLE,
        "dwellings": "kinds of dwelling, each with a whole number, such as single_family=2",
        "commercial_sqft": "a number of square feet, such as 12000",
        "acres": "uses of land, each with its acres, such as commercial=2.5",
        "before": "kinds and uses, each with its number, such as single_family=1",
        "lots": _WHOLE,
        "existing_lots": _WHOLE,
        "quarter": "march, june, september or december: the month in which the quarter ends",
        "volume_kgal": "a number of thousand gallons, such as 12.5",
        "june_volume_kgal": "a number of thousand gallons, such as 12.5",
        "issued": _DAY,
        "paid": _DAY,
    }
)
"""What stands under each name of `ChargesStated`, in lay words."""


def refuse_unreadable(raw: Mapping[str, Any], where: str) -> None:
    """Refuse a value that is none of its kind; names that nothing reads, and what is null, are left to others.

    Parameters
    ----------
    raw : mapping
        By the names of `ChargesStated`, as `stated_of` takes them.
    where : str
        Where it is stated: "the options", or words for the body or address of a request.

    Raises
    ------
    FactsInvalid
        It says what is needed, and never repeats the value.

    Examples
    --------
    >>> refuse_unreadable({"lots": "3", "quarter": "june", "colour": "red"}, "the options")
    >>> refuse_unreadable({"lots": "many"}, "the options")
    Traceback (most recent call last):
    gis.errors.FactsInvalid: What is stated for --lots cannot be read.
      where: the option --lots
      why:   Needed is a whole number, such as 3.
      next:  Correct it, or leave it out.
    """
    hints = get_type_hints(ChargesStated, include_extras=True)
    for name, value in raw.items():
        if value is None or name not in NEEDED:
            continue
        try:
            read = adapter(hints[name]).validate_python(value)
        except ValidationError as error:
            raise _unreadable(name, f"needed is {NEEDED[name]}", where) from error
        if NEEDED[name] == _DAY and not is_sensible(read):
            raise _unreadable(name, YEARS_READ, where)


def _unreadable(name: str, why: str, where: str) -> FactsInvalid:
    place = f"the option {OPTIONS[name]}" if where == "the options" else f"{where}, {name}"
    return FactsInvalid(
        what=f"What is stated for {OPTIONS[name]} cannot be read.",
        where=place,
        why=sentence([why]),
        next="Correct it, or leave it out.",
    )
