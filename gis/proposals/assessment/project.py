"""What does a project file state: who levies what, its cost, how it is spread, and what is known of each parcel?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.assessment import Carries, CostLine
from gis.model.facts.assessment import Basis, LevyingBody, LienRecorded, Obligation, Purpose
from gis.rules.assessment.average_rate import Averages, averages_of

Benefit = Literal["listed", "along", "district", "service_area", "area"]
"""Where the benefited parcels are told: in the file, by their front on the project, or by the land of an area."""
Limits = Literal["listed", "layer", "district", "area"]


@dataclass(frozen=True, slots=True)
class Along:
    """What the project lies in; one of the three."""

    mains: tuple[str, ...] = ()
    streets: tuple[str, ...] = ()
    line: str | None = None
    """Name of a file beside the project's."""


@dataclass(frozen=True, slots=True)
class NamedLand:
    """Land by a name or a file; `name` is null where the words alone say which."""

    kind: Benefit | Limits
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ServiceArea:
    """The service area of 66.0721(3)."""

    name: str
    first_levy: dt.date | None
    """First levy in it; null where nobody knows."""
    limits: NamedLand


@dataclass(frozen=True, slots=True)
class MaxLot:
    """The largest lot that an ordinance puts in place of the square acre."""

    citation: str
    acres: Fraction | None
    frontage_ft: Fraction | None


@dataclass(frozen=True, slots=True)
class AverageRate:
    """Average annual interest that the body paid since the first levy, for levies made in a time; 0.04 is 4 percent."""

    levied_from: dt.date
    levied_to: dt.date
    rate: Fraction | None
    """As stated; null where only the obligations are."""
    obligations: tuple[Obligation, ...] = ()
    """On what the interest was paid; empty where nobody says."""

    @property
    def averages(self) -> Averages:
        """The average as stated, and those of the obligations."""
        return averages_of(self.rate, self.obligations or None)


@dataclass(frozen=True, slots=True)
class Railroad:
    """A railroad whose track crosses the street that the project improves."""

    unit_price: Fraction
    """Dollars for a front foot of the improvement."""
    frontages_ft: tuple[Fraction, ...] = ()
    """Its right-of-way along the street, a number for each side; empty where the map is to measure it."""
    presented: dt.date | None = None
    """Presentation of the statement to its local representative."""
    paid: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Hearing:
    """Days of the proceeding; null where they are not set."""

    date: dt.date | None = None
    published: dt.date | None = None
    mailed: dt.date | None = None
    resolution: dt.date | None = None
    """Publication of the final resolution."""


@dataclass(frozen=True, slots=True)
class OtherExemption:
    """An exemption under another law, on whose citation the file stands."""

    citation: str
    why: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What people established of a parcel; null where nobody did."""

    land_kind: Literal["farmland", "camp"] | None = None
    farmland_eligible: bool | None = None
    eligible_acres: Fraction | None = None
    camp_501c3: bool | None = None
    camp_wisconsin: bool | None = None
    camp_mainly_children: bool | None = None
    connected_structure: bool | None = None
    connected: dt.date | None = None
    lien_recorded: LienRecorded = None
    """Of several recordings the first, until it is known which one counts (`gis.proposals.assessment.liens`)."""
    lien_recordings: tuple[dt.date, ...] = ()
    """Every day on which the register tells a recording, in their order."""
    lien_describes_exemption: bool | None = None
    divided: dt.date | None = None
    use_stopped: dt.date | None = None
    use_resumed: dt.date | None = None
    part_only: bool | None = None
    exclusive_use: bool | None = None
    """Whether it is devoted exclusively to agricultural use or to use as a camp."""
    unknown: tuple[str, ...] = ()
    """Facts that are said not to be known, so that no default stands for them."""
    doubts: tuple[str, ...] = ()
    """What the register says of it and cannot be used, in sentences."""

    @property
    def claims(self) -> bool:
        """Whether something in it says that the land may be farmland or a camp."""
        told = (self.land_kind, self.farmland_eligible, self.eligible_acres, self.camp_501c3)
        more = (self.camp_wisconsin, self.camp_mainly_children)
        return "farmland_eligible" in self.unknown or any(each is not None for each in (*told, *more))

    def kind(self, *, agricultural: bool) -> Literal["farmland", "camp"]:
        """Say as what it is asked about: as that which is established, else as what it is told of and may still be.

        Either exempts it, so that one that it is known not to be ends nothing. `agricultural` is its class on the roll.
        """
        camp = (self.camp_501c3, self.camp_wisconsin, self.camp_mainly_children)
        if self.farmland_eligible or all(camp):
            return "farmland" if self.farmland_eligible else "camp"
        says_farm = agricultural or self.land_kind == "farmland" or "farmland_eligible" in self.unknown
        says_camp = self.land_kind == "camp" or any(each is not None for each in camp)
        may_be_farm = says_farm and self.farmland_eligible is None
        may_be_camp = says_camp and False not in camp
        if may_be_farm != may_be_camp:
            return "farmland" if may_be_farm else "camp"
        return self.land_kind or ("camp" if says_camp else "farmland")


@dataclass(frozen=True, slots=True)
class StatedParcel:
    """One parcel of the file."""

    parcel_id: str
    line: int
    county: str | None = None
    benefited: bool = True
    units: Fraction | None = None
    frontage_ft: Fraction | None = None
    area_sqft: Fraction | None = None
    sides: int = 1
    assessable_frontage_ft: Fraction | None = None
    assessable_units: Fraction | None = None
    """Front and units of a partly exempt parcel that are not exempt."""
    evidence: Evidence = Evidence()
    other_exemption: OtherExemption | None = None

    @property
    def name(self) -> str:
        """Its number, with its county where the file says it."""
        return named(self.parcel_id, self.county)


@dataclass(frozen=True, slots=True)
class Project:
    """A project to be assessed, as its file has it."""

    file: str
    id: str
    title: str
    body: str
    body_kind: LevyingBody
    purpose: Purpose
    levied: dt.date
    costs: tuple[CostLine, ...]
    grants: tuple[CostLine, ...]
    basis: Mapping[Basis, Fraction]
    """Portion of each basis; they sum to one."""
    along: Along | None
    benefited: NamedLand
    service_area: ServiceArea | None
    average_rates: tuple[AverageRate, ...]
    max_lot: MaxLot | None
    carried_by: Carries
    hearing: Hearing
    railroad: Railroad | None
    parcels: tuple[StatedParcel, ...]
    later: tuple[StatedParcel, ...]
    """Parcels that came of a division, with what is known of them."""
    body_levied: tuple[dt.date, ...] = ()
    """Earlier first levies that the register tells of the body, where the file names no service area: whether they were
    in that of this levy is not known."""

    @property
    def total(self) -> Fraction:
        """What the project costs, dollars."""
        return sum((each.dollars for each in self.costs), Fraction(0))

    @property
    def granted(self) -> Fraction:
        """What grants pay of it."""
        return sum((each.dollars for each in self.grants), Fraction(0))

    @property
    def net(self) -> Fraction:
        """What is spread."""
        return self.total - self.granted

    @property
    def first_levy(self) -> dt.date | None:
        """First levy in the service area; without one this levy is taken for the first, if none of the body is told."""
        if self.service_area is not None:
            return self.service_area.first_levy
        return None if self.body_levied else self.levied

    def average_on(self, levied: dt.date) -> AverageRate | None:
        """Return what the file states for a levy of a day; null where it states nothing for that day."""
        return next((each for each in self.average_rates if each.levied_from <= levied <= each.levied_to), None)

    def rate_on(self, levied: dt.date) -> Fraction | None:
        """Return the lowest average rate for a levy of a day; null where the file states none for that day."""
        found = self.average_on(levied)
        return None if found is None else found.averages.used

    def files(self) -> Iterator[str]:
        """Yield the names of files that lie beside this one."""
        if self.along is not None and self.along.line is not None:
            yield self.along.line
        for land in (self.benefited, None if self.service_area is None else self.service_area.limits):
            if land is not None and land.kind == "area" and land.name is not None:
                yield land.name


def named(parcel_id: str, county: str | None) -> str:
    """Return the number of a parcel, with its county where that is known, as a register names it."""
    return parcel_id if county is None else f"{parcel_id}, {county}"
