"""What did people establish of each parcel's runoff, and which rate was adopted?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gis.layers.rows.names import name_key
from gis.model.ordinance import Ordinance
from gis.model.runoff import Decided
from gis.model.stormwater_policy import StormwaterPolicy
from gis.proposals.connections.stated import StatedParcels, stated_of
from gis.register.contradictions import contradictions
from gis.register.counting import by_kind, first_since, holding
from gis.register.entries import Entry, Register
from gis.rules.words import listed

_GIVEN, _ENDED = "runoff_credit", "runoff_credit_ended"
_DECIDED, _FOUND = "runoff_appeal_decided", "runoff_area_found_sqft"
_DECISIONS: Mapping[str, Decided] = {"granted": "granted", "granted_in_part": "granted_in_part", "denied": "denied"}


@dataclass(frozen=True, slots=True)
class CreditStated:
    """What a person found of the conditions of a credit, when, and on which line the register has it."""

    holds: bool
    date: dt.date
    line: int


@dataclass(frozen=True, slots=True)
class StatedRunoff:
    """What people established of one parcel; null where nobody did, or entries contradict each other."""

    development: str | None = None
    dwelling_units: int | None = None
    baseline_sqft: Fraction | None = None
    lot_baseline_sqft: Fraction | None = None
    ground_portion: Fraction | None = None
    """Part that it bears of the units of a ground that it shares."""
    split_charged: str | None = None
    credits: Mapping[str, CreditStated] = field(default_factory=dict)
    """Name of a credit in small letters, and what the newest entry says of its conditions."""
    decided: Decided | None = None
    decided_on: dt.date | None = None
    found_sqft: Fraction | None = None
    """Area found on an appeal; null where the appeal was denied."""
    found_on: dt.date | None = None
    doubts: tuple[str, ...] = ()
    """What the register says of the parcel and cannot be used, in sentences."""


@dataclass(frozen=True, slots=True)
class StatedRoll:
    """The register before the parcels of a roll."""

    parcels: StatedParcels
    policy: StormwaterPolicy

    def of(self, parcel_id: str, county: str | None) -> StatedRunoff:
        """Return what people established of a parcel, named alone or with its county."""
        names = (parcel_id,) if county is None else (parcel_id, f"{parcel_id}, {county}")
        entries = [each for name in names for each in self.parcels.entries.get(name, ())]
        return _stated(entries, self.policy) if entries else _NOTHING


_NOTHING = StatedRunoff()


def stated_roll(register: Register | None, date: dt.date, policy: StormwaterPolicy) -> StatedRoll:
    """Return the entries on parcels that hold on a day, sorted once for a whole roll."""
    return StatedRoll(stated_of(register, date), policy)


def rate_adopted(register: Register | None, date: dt.date, ordinance: Ordinance) -> Fraction | None:
    """Return the rate that a resolution of the utility adopted, dollars a unit and bill; null where entries disagree.

    An entry names the utility district, the municipality or the id of the ordinance.
    """
    names = {name_key(each) for each in (ordinance.id, ordinance.place_name, ordinance.utility_district) if each}
    entries = [
        each
        for each in (() if register is None else register.standing(date))
        if each.subject_kind == "district" and each.kind == "rate_adopted" and name_key(each.subject) in names
    ]
    values = {each.value for each in holding(entries)}
    return Fraction(values.pop()) if len(values) == 1 else None


def _stated(entries: Sequence[Entry], policy: StormwaterPolicy) -> StatedRunoff:
    known = by_kind(entries)
    doubtful = {kind for kind, own in known.items() if contradictions(holding(own))}
    values = {
        kind: holding(own)[0].value for kind, own in known.items() if kind not in doubtful and own and holding(own)
    }
    found, baseline = _found(known, doubtful), values.get("impervious_baseline_sqft")
    lot, portion = values.get("lot_baseline_sqft"), values.get("runoff_ground_portion")
    dwellings, decided = values.get("dwelling_units"), values.get(_DECIDED)
    return StatedRunoff(
        development=values.get("development_kind"),
        dwelling_units=None if dwellings is None else int(dwellings),
        baseline_sqft=None if baseline is None else Fraction(baseline),
        lot_baseline_sqft=None if lot is None else Fraction(lot),
        ground_portion=None if portion is None else Fraction(portion),
        split_charged=values.get("runoff_split_charged"),
        credits=_credits(known),
        decided=None if decided is None else _DECISIONS[decided],
        decided_on=None if decided is None else holding(known[_DECIDED])[0].date,
        found_sqft=None if found is None else Fraction(found.value),
        found_on=None if found is None else found.date,
        doubts=tuple(_doubts(known, doubtful, policy)),
    )


def _found(known: Mapping[str, Sequence[Entry]], doubtful: set[str]) -> Entry | None:
    """Return the area found on an appeal; null where its decision denied the appeal, or entries contradict each other.

    The decision on an area is the first from its day on; a later appeal that is denied leaves what an earlier found.
    """
    entries = holding(known.get(_FOUND, ()))
    if not entries or _FOUND in doubtful:
        return None
    decisions = known.get(_DECIDED, ())
    decided = {each.value for each in first_since(entries[0].date, decisions) or holding(decisions)}
    return None if "denied" in decided else entries[0]


def _credits(known: Mapping[str, Sequence[Entry]]) -> dict[str, CreditStated]:
    """Return what holds of each credit named; of one day's entries that it ended goes last."""
    told = sorted(
        (each.date, kind == _ENDED, each.value.strip().casefold(), each.line)
        for kind in (_GIVEN, _ENDED)
        for each in known.get(kind, ())
    )
    return {name: CreditStated(not is_ended, date, line) for date, is_ended, name, line in told}


def _doubts(known: Mapping[str, Sequence[Entry]], doubtful: set[str], policy: StormwaterPolicy) -> Iterator[str]:
    if doubtful & _USED:
        yield f"Entries of {listed(sorted(doubtful & _USED))} contradict each other, so none of them is used."
    if known.get(_FOUND) and _FOUND not in doubtful and _found(known, doubtful) is None:
        yield "The appeal on which an area is entered as found was denied, so that area is not used."
    names = {each.name.casefold() for each in policy.credits}
    for kind in (_GIVEN, _ENDED):
        for each in known.get(kind, ()):
            if each.value.strip().casefold() not in names:
                yield f"Line {each.line} of the register names a credit that the ordinance does not have."


_USED = frozenset(
    {
        *("development_kind", "dwelling_units", "impervious_baseline_sqft", "lot_baseline_sqft"),
        *("runoff_split_charged", "runoff_ground_portion"),
        *(_DECIDED, _FOUND),
    }
)
