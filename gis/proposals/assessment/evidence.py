"""What did people establish of a parcel that claims an exemption: by the project file, and by the register?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from gis.layers.rows.counties import counties, fips_of_county
from gis.proposals.assessment.project import Evidence, named
from gis.proposals.connections.stated import stated_of
from gis.register.contradictions import contradictions
from gis.register.counting import by_kind, holding
from gis.register.entries import Entry, Register
from gis.rules.words import all_listed

_YES_NO: Mapping[str, str] = {
    "farmland_certificate": "farmland_eligible",
    "camp_501c3": "camp_501c3",
    "camp_wisconsin": "camp_wisconsin",
    "camp_mainly_children": "camp_mainly_children",
    "connected": "connected_structure",
    "exclusive_farm_or_camp_use": "exclusive_use",
}
"""Kinds of entry whose value is a fact, and the fact."""
_DATES: Mapping[str, str] = {
    "connection_made": "connected",
    "lien_recorded": "lien_recorded",
    "land_divided": "divided",
    "exclusive_use_stopped": "use_stopped",
    "exclusive_use_resumed": "use_resumed",
}
"""Kinds of entry whose first day is a fact."""
_ACRES = "farmland_eligible_acres"
_TOLD = {*_YES_NO, *_DATES, _ACRES}
_NOT_COMPARED = {"doubts", "lien_recordings", "unknown"}


@dataclass(frozen=True, slots=True)
class Entered:
    """The entries on parcels that hold on a day."""

    entries: Mapping[str, Sequence[Entry]]

    def of(self, parcel_id: str, county: str | None) -> Evidence:
        """Return what the register says of a parcel, named alone or with its county."""
        names = dict.fromkeys((parcel_id, named(parcel_id, county)))
        told = [each for name in names for each in self.entries.get(name, ()) if each.kind in _TOLD]
        return _of_entries(told) if told else Evidence()


def register_on(register: Register | None, date: dt.date) -> Entered:
    """Return what a register says of parcels on a day, counties in their one spelling; nothing without one."""
    found: dict[str, list[Entry]] = {}
    for name, entries in stated_of(register, date).entries.items():
        found.setdefault(_in_one_spelling(name), []).extend(entries)
    return Entered(found)


def _in_one_spelling(name: str) -> str:
    """Return the name of a parcel with its county as layers and projects write it.

    >>> _in_one_spelling("1-22, ROCK COUNTY"), _in_one_spelling("1-22"), _in_one_spelling("1, 2")
    ('1-22, Rock', '1-22', '1, 2')
    """
    parcel_id, comma, said = name.rpartition(",")
    county = counties().get(fips_of_county(said) or "") if comma else None
    return name if county is None else named(parcel_id.strip(), county)


def together(stated: Evidence, entered: Evidence) -> Evidence:
    """Return what file and register say together; a fact that they tell in two ways is not known.

    >>> told = together(Evidence(farmland_eligible=True), Evidence(farmland_eligible=False))
    >>> told.farmland_eligible, told.doubts
    (None, ('Project file and register disagree on farmland_eligible, which is taken as not known.',))
    """
    found: dict[str, Any] = {}
    torn = []
    for each in fields(Evidence):
        if each.name in _NOT_COMPARED:
            continue
        ours, theirs = getattr(stated, each.name), getattr(entered, each.name)
        if each.name == "lien_recorded" and ours in entered.lien_recordings:
            found[each.name] = ours
        elif ours is not None and theirs is not None and ours != theirs:
            torn.append(each.name)
            found[each.name] = None
        elif each.name in stated.unknown:
            found[each.name] = theirs
        else:
            found[each.name] = theirs if ours is None else ours
    unknown = {name for name in (*stated.unknown, *torn) if found[name] is None}
    doubts = [*stated.doubts, *entered.doubts]
    if torn:
        which = "which is" if len(torn) == 1 else "which are"
        doubts.append(f"Project file and register disagree on {all_listed(torn)}, {which} taken as not known.")
    return Evidence(
        **found,
        lien_recordings=entered.lien_recordings,
        unknown=tuple(sorted(unknown | set(entered.unknown))),
        doubts=tuple(doubts),
    )


def _of_entries(entries: Sequence[Entry]) -> Evidence:
    known = by_kind(entries)
    doubtful = {each.kind for each in contradictions(entries)}
    facts: dict[str, object] = {}
    unknown = []
    for kind, own in known.items():
        name = _YES_NO.get(kind) or _DATES.get(kind) or "eligible_acres"
        held = holding(own)
        if kind in doubtful:
            unknown.append(name)
        elif kind in _YES_NO:
            facts[name] = held[0].value == "yes"
        elif kind in _DATES:
            days = sorted({each.date for each in own})
            facts[name] = days[0]
            if name == "lien_recorded":
                facts["lien_recordings"] = tuple(days)
        else:
            facts[name] = Fraction(held[0].value)
    if facts.get("exclusive_use") and "use_stopped" in facts:
        told = holding(known["exclusive_farm_or_camp_use"])[0].date
        if told < min(each.date for each in known["exclusive_use_stopped"]):
            # A use that is told before it stopped says nothing of the time since.
            del facts["exclusive_use"]
    found = replace(Evidence(), **facts)  # type: ignore[arg-type]  # each value is of the field that its kind names
    if found.connected is not None and found.connected_structure is None and "connected_structure" not in unknown:
        found = replace(found, connected_structure=True)
    lines = sorted(each.line for each in entries if each.kind in doubtful)
    doubts = (f"Entries of the register contradict each other in lines {all_listed(list(map(str, lines)))}.",)
    return replace(found, unknown=tuple(sorted(unknown)), doubts=doubts if lines else ())
