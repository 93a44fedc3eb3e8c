"""What may a case, a scene or a gatherer state: the facts of each rule, by the names of FACTS.md."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money

MunicipalityKind = Literal["town", "village", "city"]
Unstated = Literal["unstated"]
VoteBasis = Literal["reported", "modelled"]
"""Whether a vote was counted in the area itself, or spread over it by the publisher's model."""


@dataclass(frozen=True, slots=True)
class MunicipalityFact:
    """A municipality with land in the proposed district."""

    __pydantic_config__ = STRICT

    name: str
    kind: MunicipalityKind = "town"
    assessment_ratio: Exact | None = None
    has_roll: bool = True
    """False where it has land inside and the roll on file has no record of it, so that its value is not known."""


@dataclass(frozen=True, slots=True)
class AssessedTotal:
    """Total assessed value of taxable property of one municipality inside the district."""

    __pydantic_config__ = STRICT

    municipality: str
    assessed_value: Money


@dataclass(frozen=True, slots=True)
class EqualizedTotal:
    """Equalized full value of taxable property of one municipality, where already known."""

    __pydantic_config__ = STRICT

    municipality: str
    equalized_value: Money


@dataclass(frozen=True, slots=True)
class ParcelValue:
    """A parcel record in or cut by the district, with what the roll says of its value."""

    __pydantic_config__ = STRICT

    parcel_id: str
    municipality: str
    assessed_value: Money | None = None
    exempt_codes: tuple[str, ...] = ()
    forest_codes: tuple[str, ...] = ()
    mfl_value: Money | None = None
    est_fair_market_value: Money | None = None
    insured_value: Money | None = None
    tid_increment: Money | None = Fraction(0)
    """Part of the assessed value that is tax-increment value; null where nobody knows."""
    taxable: bool | Unstated | None = "unstated"
    """Override; null where the codes are unknown."""
    share_in_district: Exact = Fraction(1)
    building_in_district: bool | None = None
    share_low: Exact | None = None
    """Share inside with the boundary pulled in by the accuracy."""
    share_high: Exact | None = None
    """Share inside with the boundary pushed out by the accuracy."""
    polygon_municipality: str | None = None
    """The municipality whose polygon holds most of the parcel, where it is not the roll's."""


@dataclass(frozen=True, slots=True)
class JurisdictionFacts:
    """Facts of TSD-01, Wis. Stat. 60.71(1)."""

    __pydantic_config__ = STRICT

    municipalities: tuple[MunicipalityFact, ...]
    assessed_totals: tuple[AssessedTotal, ...] | None = None
    equalized_totals: tuple[EqualizedTotal, ...] | None = None
    parcels: tuple[ParcelValue, ...] | None = None
    roll_year: int | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy over which the shares have low and high bounds; null where shares are stated without any."""
    near_municipalities: tuple[MunicipalityFact, ...] = ()
    """Municipalities without land inside that only the accuracy would bring in."""


@dataclass(frozen=True, slots=True)
class OverlapFact:
    """Land that a municipality and the district have in common."""

    __pydantic_config__ = STRICT

    name: str
    kind: MunicipalityKind
    overlap_area_sqft: Exact | None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the overlap."""
    width_low_ft: Exact | None = None
    """Width with the boundary pulled in by the accuracy."""
    width_high_ft: Exact | None = None
    """Width with the boundary pushed out by the accuracy."""
    whole_parcels: tuple[str, ...] = ()
    """Parcels wholly inside the district and wholly in this municipality."""
    roll_parcels: tuple[str, ...] = ()
    """Parcels with land inside, wider than the accuracy, that the roll places here."""
    whole_parcels_low: tuple[str, ...] | None = None
    """The whole parcels with the boundary pulled in; null as measured. The same for the next three."""
    whole_parcels_high: tuple[str, ...] | None = None
    roll_parcels_low: tuple[str, ...] | None = None
    roll_parcels_high: tuple[str, ...] | None = None
    accuracy_ft: Exact | None = None
    """Accuracy of this overlap, where it is not that of the boundaries compared (land that only a roll places here)."""


@dataclass(frozen=True, slots=True)
class VillageCityFacts:
    """Facts of TSD-09, Wis. Stat. 60.71(5)(a)."""

    __pydantic_config__ = STRICT

    overlaps: tuple[OverlapFact, ...]
    occasion: Literal["creation", "addition", "annexed_later"] = "creation"
    district_area_acres: Exact | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""
    overlap_total_sqft: Exact | None = None
    """Land of all villages and cities inside, what two of them claim counted once; null takes the sum."""
    unclaimed_area_sqft: Exact = Fraction(0)
    """Land of the district that no municipality on file claims, so that nobody knows whose it is."""
    unclaimed_width_ft: Exact = Fraction(0)
    """Greatest width of that land."""


@dataclass(frozen=True, slots=True)
class CountyFact:
    """Land that a county and the district have in common."""

    __pydantic_config__ = STRICT

    name: str
    overlap_area_sqft: Exact | None = None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the overlap."""
    width_low_ft: Exact | None = None
    """Width with the boundary pulled in by the accuracy."""
    width_high_ft: Exact | None = None
    """Width with the boundary pushed out by the accuracy."""


@dataclass(frozen=True, slots=True)
class RecordingFacts:
    """Facts of TSD-15, Wis. Stat. 60.71(7)."""

    __pydantic_config__ = STRICT

    counties: tuple[CountyFact, ...] | None = None
    recorded_in: tuple[str, ...] | None = None
    """Counties whose register of deeds has recorded the order; null where nobody knows."""
    filed_with_dnr: bool | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""
    unclaimed_area_sqft: Exact = Fraction(0)
    """Land of the district that no county on file claims, so that nobody knows where it is recorded."""
    unclaimed_width_ft: Exact = Fraction(0)
    """Greatest width of that land."""


@dataclass(frozen=True, slots=True)
class UnitVote:
    """A reporting unit that is wholly in the district, and its vote for governor."""

    __pydantic_config__ = STRICT

    name: str
    votes_for_governor: Exact | None = None
    basis: VoteBasis = "reported"


@dataclass(frozen=True, slots=True)
class ElectionPetitionFacts:
    """Facts of TSD-26, Wis. Stat. 60.74(4)(a)."""

    __pydantic_config__ = STRICT

    votes_for_governor: Exact | None = None
    """Votes cast in the district for governor, all candidates and scattering, at the last such election."""
    reporting_units: tuple[UnitVote, ...] | None = None
    """Whole reporting units that make up the district; null where it is no union of whole units."""
    signatures_valid: int | None = None
    requests: Literal["special", "spring", "not_stated"] | None = "spring"
    """Which election the petition asks for; null where nobody has read it."""
    conforms_8_40: bool | None = True
    commissioners_appointed: bool = True
    petition_filed: dt.date | None = None
    election_date: dt.date | None = None
    """Election whose votes these are."""


@dataclass(frozen=True, slots=True)
class GovernorElection:
    """The vote for governor in one municipality at one election."""

    __pydantic_config__ = STRICT

    date: dt.date
    votes_for_governor: Exact | None = None


@dataclass(frozen=True, slots=True)
class ElectorAreaFacts:
    """Facts of TSD-31, Wis. Stat. 60.74(6)(a)-(b)."""

    __pydantic_config__ = STRICT

    district_area_sqmi: Exact | None = None
    """District area in the municipality, water included."""
    municipality_area_sqmi: Exact | None = None
    district_land_area_sqmi: Exact | None = None
    municipality_land_area_sqmi: Exact | None = None
    votes_for_governor: Exact | None = None
    """Vote in the municipality; where it is stated, `governor_elections` are not looked at."""
    governor_elections: tuple[GovernorElection, ...] | None = None
    petition_filed: dt.date | None = None
    signatures_valid: int | None = None
    municipality: str | None = None
    several_municipalities: bool | None = False
    """Whether the district lies in more than one municipality; null where land inside belongs to none on file."""
    votes_basis: VoteBasis = "reported"
    election_date: dt.date | None = None
    """Election whose votes `votes_for_governor` are, or would be if they were on file."""
    district_area_low_sqmi: Exact | None = None
    """District area with the boundary pulled in by the accuracy."""
    district_area_high_sqmi: Exact | None = None
    """District area with the boundary pushed out by the accuracy."""
    boundary_accuracy_ft: Exact | None = None


@dataclass(frozen=True, slots=True)
class UnitShare:
    """A reporting unit that the district takes in, whole or in part."""

    __pydantic_config__ = STRICT

    name: str
    votes_for_governor: Exact | None = None
    share_in_district: Exact = Fraction(1)
    """Share of the unit's area inside; 1 is the whole unit, which counts as it voted."""
    share_low: Exact | None = None
    """Share inside with the boundary pulled in by the accuracy."""
    share_high: Exact | None = None
    """Share inside with the boundary pushed out by the accuracy."""
    basis: VoteBasis = "reported"


@dataclass(frozen=True, slots=True)
class ElectorPart:
    """The part of the district in one municipality."""

    __pydantic_config__ = STRICT

    municipality: str
    area_sqmi: Exact | None = None
    municipality_area_sqmi: Exact | None = None
    municipality_votes: Exact | None = None
    units: tuple[UnitShare, ...] | None = None
    """Reporting units touched; null where none are on file, so that the municipality is the smallest area."""
    area_low_sqmi: Exact | None = None
    """Area of the part with the boundary pulled in by the accuracy."""
    area_high_sqmi: Exact | None = None
    """Area of the part with the boundary pushed out by the accuracy."""
    votes_basis: VoteBasis = "reported"


@dataclass(frozen=True, slots=True)
class ElectorPartsFacts:
    """Facts of TSD-32, Wis. Stat. 60.74(6)(c)."""

    __pydantic_config__ = STRICT

    parts: tuple[ElectorPart, ...] | None = None
    signatures_valid: int | None = None
    petition_filed: dt.date | None = None
    several_municipalities: bool | None = True
    """Whether the district lies in more than one municipality; null where land inside belongs to none on file."""
    election_date: dt.date | None = None
    """Election whose votes these are, or would be if they were on file."""
    boundary_accuracy_ft: Exact | None = None
