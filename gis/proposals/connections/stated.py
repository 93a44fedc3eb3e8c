"""What did people establish of each parcel and main: the facts of every rule, typed, for a whole layer at once?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal

from gis.proposals.stated import stated_facts
from gis.register.contradictions import contradictions
from gis.register.counting import by_kind, counted, holding
from gis.register.entries import PARCEL, Entry, Register
from gis.register.facts import parcel_facts
from gis.register.kinds import SubjectKind

_MAIN: SubjectKind = "main"
Datum = Literal["NAVD88", "NGVD29"]
_FLOORS: Mapping[Datum, str] = MappingProxyType(
    {"NAVD88": "lowest_floor_navd88_ft", "NGVD29": "lowest_floor_ngvd29_ft"}
)


@dataclass(frozen=True, slots=True)
class LowestFloor:
    """Elevation of the lowest floor that a building sewer must drain."""

    elevation_ft: Fraction
    datum: Datum


@dataclass(frozen=True, slots=True)
class Levy:
    """A special assessment of a parcel."""

    day: dt.date
    amount: Fraction
    """Dollars."""


@dataclass(frozen=True, slots=True)
class StatedParcel:
    """What people established of one parcel."""

    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Rule id, fact name, value as the rule's facts have it; null where entries contradict each other, and absent
    where nobody entered anything."""
    lowest_floor: LowestFloor | None = None
    """Null where nobody entered it, and where it is entered above two datums."""
    levies: tuple[Levy, ...] = ()
    """Special assessments on the parcel, in the order of their days."""

    @property
    def in_use(self) -> bool | None:
        """Whether a building or the property is in use."""
        return self._told("MUK-01", "in_use")

    @property
    def private_system(self) -> bool | None:
        """Whether a private system serves it; null is unknown, never a guess."""
        return self._told("VLG-06", "private_system")

    @property
    def facility_available(self) -> bool | None:
        """Whether sewer service is provided to the premises."""
        return self._told("MUK-04", "service_provided")

    @property
    def connected(self) -> bool | None:
        """Whether the premises are connected."""
        return self._told("MUK-04", "connected")

    @property
    def connection_made(self) -> dt.date | None:
        """First day on which a connection was made."""
        return self.facts.get("MUK-03", {}).get("connected")

    def _told(self, rule: str, fact: str) -> bool | None:
        told: bool | None = self.facts.get(rule, {}).get(fact)
        return told


@dataclass(frozen=True, slots=True)
class StatedMain:
    """What people established of one main, lift station or plant; null where nobody did, or entries disagree."""

    installed: dt.date | None = None
    operational: dt.date | None = None
    spare_capacity_gpd: Fraction | None = None
    local_sewer_adequate: bool | None = None
    commission_capacity: bool | None = None
    downstream_adequate: bool | None = None


@dataclass(frozen=True, slots=True)
class StatedParcels:
    """The entries on parcels that hold on a day, by the parcel as the register names it."""

    entries: Mapping[str, Sequence[Entry]]
    date: dt.date

    def of(self, parcel_id: str, county: str | None = None) -> StatedParcel:
        """Return what people established of a parcel.

        Parameters
        ----------
        parcel_id : str
            Number of the parcel; entries name it alone, or with its county ("1-22, Dane").
        county : str, optional
            County of the parcel.

        Raises
        ------
        FactsInvalid
            A value that the register lets pass does not fit the rule.
        """
        entries = [each for name in _names(parcel_id, county) for each in self.entries.get(name, ())]
        if not entries:
            return StatedParcel()
        told = parcel_facts(Register(tuple(entries)), parcel_id, self.date, county=county)
        where = f"the register, parcel {parcel_id}"
        return StatedParcel(
            facts={rule: stated_facts(rule, {rule: facts}, where) for rule, facts in told.items()},
            lowest_floor=_lowest_floor(entries),
            levies=_levies(entries),
        )

    def positions(self, parcel_ids: Iterable[str], counties: Iterable[str | None]) -> list[int]:
        """Return which of many parcels the register tells of, in order; of the others nobody established anything."""
        if not self.entries:
            return []
        return [
            i
            for i, (parcel_id, county) in enumerate(zip(parcel_ids, counties, strict=True))
            if any(name in self.entries for name in _names(parcel_id, county))
        ]


def stated_of(register: Register | None, date: dt.date) -> StatedParcels:
    """Return the entries on parcels that hold on a day, sorted once for a whole layer.

    Parameters
    ----------
    register : Register or None
        With its history; without one nobody established anything.
    date : date
        Only entries dated on or before it count.

    Examples
    --------
    >>> day = dt.date(2026, 6, 1)
    >>> notice = Entry("parcel", "1-22, Rock", "connection_notice", "", day, "", "")
    >>> stated = stated_of(Register((notice,)), day)
    >>> stated.of("1-22", "Rock").facts["CKSD-01"]
    {'notice': datetime.date(2026, 6, 1)}
    >>> stated.positions(["1-21", "1-22", "1-22"], ["Rock", "Rock", "Dane"])
    [1]
    """
    return StatedParcels(_by_subject(register, PARCEL, date), date)


def stated_mains(register: Register | None, date: dt.date) -> Mapping[str, StatedMain]:
    """Return what people established of mains, lift stations and plants, by the id that the register names.

    Parameters
    ----------
    register : Register or None
        With its history.
    date : date
        Only entries dated on or before it count.

    Examples
    --------
    >>> day = dt.date(2026, 3, 15)
    >>> entry = Entry("main", "S-4", "main_operational", "", day, "", "")
    >>> stated_mains(Register((entry,)), day)["S-4"].operational
    datetime.date(2026, 3, 15)
    """
    return {name: _main(entries) for name, entries in _by_subject(register, _MAIN, date).items()}


def _by_subject(register: Register | None, subject_kind: str, date: dt.date) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = defaultdict(list)
    for each in () if register is None else register.standing(date):
        if each.subject_kind == subject_kind:
            # What it corrects is taken out already, and is not looked for again among fewer entries.
            found[each.subject].append(replace(each, replaces=""))
    return dict(found)


def _names(parcel_id: str, county: str | None) -> tuple[str, ...]:
    return (parcel_id,) if county is None else (parcel_id, f"{parcel_id}, {county}")


def _lowest_floor(entries: Sequence[Entry]) -> LowestFloor | None:
    told = {datum: _value(entries, kind) for datum, kind in _FLOORS.items()}
    known = [LowestFloor(Fraction(value), datum) for datum, value in told.items() if value is not None]
    return known[0] if len(known) == 1 else None


def _levies(entries: Sequence[Entry]) -> tuple[Levy, ...]:
    levied = sorted((each.date, Fraction(each.value)) for each in _told(entries, "assessment_levied"))
    return tuple(Levy(day, amount) for day, amount in levied)


def _main(entries: Sequence[Entry]) -> StatedMain:
    spare = _value(entries, "spare_capacity_gpd")
    return StatedMain(
        installed=_day(entries, "main_installed"),
        operational=_day(entries, "main_operational"),
        spare_capacity_gpd=None if spare is None else Fraction(spare),
        local_sewer_adequate=_yes_no(entries, "local_sewer_adequate"),
        commission_capacity=_yes_no(entries, "commission_capacity"),
        downstream_adequate=_yes_no(entries, "downstream_adequate"),
    )


def _day(entries: Sequence[Entry], kind: str) -> dt.date | None:
    days = {each.date for each in _told(entries, kind)}
    return days.pop() if len(days) == 1 else None


def _yes_no(entries: Sequence[Entry], kind: str) -> bool | None:
    value = _value(entries, kind)
    return None if value is None else value == "yes"


def _value(entries: Sequence[Entry], kind: str) -> str | None:
    values = {each.value for each in _told(entries, kind)}
    return values.pop() if len(values) == 1 else None


def _told(entries: Sequence[Entry], kind: str) -> Sequence[Entry]:
    """Return the entries of a kind that count; none where they contradict each other."""
    own = holding(counted(by_kind(entries)).get(kind, ()))
    return () if contradictions(own) else own
