"""What may be stated of the electors of a district: votes, units, areas, petitions (TSD-26, 27, 29 to 32)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.facts.closed_days import ClosedDays

VoteBasis = Literal["reported", "modelled"]
"""Whether a vote was counted in the area itself, or spread over it by the publisher's model."""


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
    commissioners_appointed: bool | None = True
    """Whether the commissioners of now are appointed; null where nobody knows."""
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
    share_in_district: Exact | None = Fraction(1)
    """Share of the unit's area inside; 1 is the whole unit, which counts as it voted, null is not known."""
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


@dataclass(frozen=True, slots=True)
class WhichElectionFacts:
    """Facts of TSD-27, Wis. Stat. 60.74(4)(b)."""

    __pydantic_config__ = STRICT

    filed: dt.date | None = None
    """Day on which the petition is filed."""
    requests: Literal["spring", "special"] | None = None
    """Election that the petition asks for."""


@dataclass(frozen=True, slots=True)
class ChangeToAppointmentFacts(ClosedDays):
    """Facts of TSD-29, Wis. Stat. 60.74(5)."""

    __pydantic_config__ = STRICT

    elected_by_petition: bool | None = True
    """Whether the commissioners were elected because of a petition under sub. (4)."""
    referendum_date: dt.date | None = None
    result: Literal["approved", "rejected"] | None = None
    appointed: dt.date | None = None
    votes_for_governor: Exact | None = None
    """Votes cast in the district when a governor was last elected."""
    signatures_valid: int | None = None


@dataclass(frozen=True, slots=True)
class LockoutFacts:
    """Facts of TSD-30, Wis. Stat. 60.74(5m)."""

    __pydantic_config__ = STRICT

    petition_kind: Literal["to_appointment", "to_election"] | None = None
    """What the new petition asks for."""
    changed_by_petition: bool | None = True
    """Whether the present method came from a petition and vote under sub. (4) or (5)."""
    election_date: dt.date | None = None
    """Election of the commissioners; starts the time for `to_appointment`."""
    results_certified: dt.date | None = None
    """Certification of the referendum; starts the time for `to_election`."""
    petition_filed: dt.date | None = None
