"""May this person be a commissioner of this district: Wis. Stat. 60.75(3)?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from fractions import Fraction

from gis.errors import EditionMissing, FactsInvalid
from gis.facts.ground import survey
from gis.facts.residence import eligibility_facts
from gis.geometry.boundary import Boundary
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.proceedings.petition.signatures import owner_words
from gis.proposals.gathering import surveyed
from gis.proposals.judging import judged
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile, closed
from gis.proposals.stated import stated_facts
from gis.register.entries import Register
from gis.register.facts import owner_facts, register_facts

_RULE = "TSD-35"
_KINDS = ("municipalities", "counties", "parcels", "owners")


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who may serve, told without a name."""

    home: tuple[float, float] | None = None
    """Longitude and latitude of the home."""
    owner_key: int | None = None
    district: str | None = None
    """Name of the district in the register."""


def may_serve(  # noqa: PLR0913 - who, where, by which layers and when
    person: Person,
    boundary: Boundary,
    on_file: LayersOnFile,
    date: dt.date,
    register: Register | None = None,
    boundary_accuracy_ft: Fraction | None = None,
) -> Finding:
    """Judge whether a person may be a commissioner.

    Parameters
    ----------
    person : Person
        By home and owner key.
    boundary : Boundary
        Of the district, in the working frame.
    on_file : LayersOnFile
        Parcels with their owner keys.
    date : date
        Day of the question.
    register : Register
        What people established of the owner and the district; it goes before the map.
    boundary_accuracy_ft : Fraction
        Stated accuracy of the line, US survey feet.

    Returns
    -------
    Finding
        TSD-35; its subject is the owner key, where one was given.

    Raises
    ------
    BoundaryError, EditionError, CrsError, FactsInvalid
        The land or the home cannot be looked at, or no owner on file has that key.
    """
    _refuse_unknown_owner(person.owner_key, on_file, date)
    held = on_file.layer_set(boundary, date, _KINDS, boundary_accuracy_ft=boundary_accuracy_ft)
    seen = surveyed(survey(closed(boundary), held), load_law().parameters(date), date)
    owner = None if person.owner_key is None else owner_words(person.owner_key)
    entries = Register(()) if register is None else register
    entered = register_facts(entries, date=date, district=person.district).get(_RULE, {})
    if person.owner_key is not None:
        entered |= owner_facts(entries, str(person.owner_key), date, district=person.district).get(_RULE, {})
    told = stated_facts(_RULE, {_RULE: entered}, "the register")
    found = judged(_RULE, eligibility_facts(seen.ground, person.home, owner), told, seen)
    return replace(found, subject=owner, notes=(*found.notes, *later_notes(register, date)))


def _refuse_unknown_owner(owner_key: int | None, on_file: LayersOnFile, date: dt.date) -> None:
    """Refuse a key that no record of the parcels or owners has: a slip must not look like a fact that is missing."""
    if owner_key is None:
        return
    keys: set[int] = set()
    for kind in ("parcels", "owners"):
        try:
            layer = on_file.layer(kind, date)
        except EditionMissing:
            continue  # either layer alone may bear the keys
        keys |= {int(key) for each in layer.column("owner_keys").tolist() if each for key in str(each).split(",")}
    if owner_key not in keys:
        raise FactsInvalid(
            what=f"No owner on file has the key {owner_key}.",
            where="the owner key",
            why=f"The keys on file lie between {min(keys)} and {max(keys)}." if keys else "No owner keys are on file.",
            next="Look the key up in the parcels on file, as their column owner_keys has it.",
        )
