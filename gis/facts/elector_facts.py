"""Which areas and votes decide how many electors must sign: the facts of TSD-26, TSD-31 and TSD-32."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from pydantic import JsonValue

from gis.facts.conflicts import Disagreements, with_effect
from gis.facts.electors import UNITS, Electorate, MunicipalPart, UnitPart
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, sqft
from gis.facts.places import boxes_lonlat
from gis.facts.votes import GovernorVotes, Vote
from gis.facts.water import water_sqft
from gis.model.facts.electors import (
    ElectionPetitionFacts,
    ElectorAreaFacts,
    ElectorPart,
    ElectorPartsFacts,
    UnitShare,
    UnitVote,
)
from gis.model.finding import Evidence
from gis.units import SQFT_PER_SQMI

EFFECTS = {
    "roll_and_polygon": "Areas follow the polygons, so the land counts in the municipality whose polygon holds it.",
    "claimed_twice": "The land counts in the part of each municipality that claims it, so it is counted twice.",
    "claimed_by_none": "The land counts in no municipality; wider than the accuracy, it leaves the number open.",
}
SHOWN = 5
"""Units named in a note; the evidence names all."""


@dataclass(frozen=True, slots=True)
class Polled:
    """The ground of the electors, with the votes of one election.

    Attributes
    ----------
    ground : Ground
        The surveyed ground.
    disagree : Disagreements
        Where the sources differ about the municipality.
    electorate : Electorate
        Municipalities and reporting units that it takes in.
    filed : date
        Day on which the petition is filed.
    election : date
        Election whose votes count; they may not be on file.
    votes : GovernorVotes
        Votes of that election.
    """

    ground: Ground
    disagree: Disagreements
    electorate: Electorate
    filed: dt.date
    election: dt.date
    votes: GovernorVotes


def polled(
    ground: Ground, disagree: Disagreements, electorate: Electorate, filed: dt.date, election: dt.date
) -> Polled:
    """Bring the ground of the electors and the votes on file of one election together."""
    layers = ground.layers.layers
    votes = GovernorVotes(layers.get("votes"), layers.get(UNITS), election.year)
    return Polled(ground, disagree, electorate, filed, election, votes)


def election_petition_facts(poll: Polled) -> Gathered[ElectionPetitionFacts]:
    """Gather what TSD-26 asks of the map: the units that make up the district, with their votes.

    Parameters
    ----------
    poll : Polled
        The ground and the election.

    Returns
    -------
    Gathered of ElectionPetitionFacts
        Units only where the district is made up of whole ones; signatures and the petition's words no map tells.
    """
    parts, votes = poll.electorate.parts, poll.votes
    units = None
    if poll.electorate.is_whole_units:
        units = tuple(
            UnitVote(unit.name, vote.votes, vote.basis) for part in parts for unit, vote in _unit_votes(part, votes)
        )
    facts = ElectionPetitionFacts(reporting_units=units, petition_filed=poll.filed, election_date=poll.election)
    notes = [*_vote_notes(poll)]
    cut = [unit.name for part in parts for unit in part.units if not unit.is_whole]
    if cut:
        notes.append(f"The line cuts reporting units, whose votes are not those of the district: {_some(cut)}.")
    notes.append(
        "Unless stated otherwise the commissioners are taken as appointed, and the petition as one in due form for the "
        "spring election."
    )
    return Gathered(facts=facts, evidence=_evidence(poll, votes, with_units=True), notes=tuple(notes))


def elector_area_facts(poll: Polled) -> Gathered[ElectorAreaFacts]:
    """Gather what TSD-31 asks: areas of district and municipality, with and without water, and its vote.

    Parameters
    ----------
    poll : Polled
        The ground and the election.

    Returns
    -------
    Gathered of ElectorAreaFacts
        Square miles on the ground, exact from square feet to the hundredth. In several municipalities, and in none,
        no area is stated.
    """
    electorate = poll.electorate
    accuracy_ft = _accuracy_ft(poll.ground, with_units=False)
    if len(electorate.parts) != 1:
        facts = ElectorAreaFacts(
            several_municipalities=True if electorate.parts else None,
            petition_filed=poll.filed,
            election_date=poll.election,
            boundary_accuracy_ft=accuracy_ft,
        )
        return Gathered(facts)
    part, votes = electorate.parts[0], poll.votes
    vote = votes.of_municipality(part.land.plain_name, part.land.county)
    land_sqft, whole_land_sqft = _without_water(poll.ground, part)
    area_sqft = part.land.area_sqft
    facts = ElectorAreaFacts(
        district_area_sqmi=area_sqft.value / SQFT_PER_SQMI,
        municipality_area_sqmi=part.whole_sqft / SQFT_PER_SQMI,
        district_land_area_sqmi=None if land_sqft is None else land_sqft / SQFT_PER_SQMI,
        municipality_land_area_sqmi=None if whole_land_sqft is None else whole_land_sqft / SQFT_PER_SQMI,
        votes_for_governor=vote.votes,
        petition_filed=poll.filed,
        municipality=part.land.name,
        several_municipalities=False if electorate.is_complete else None,
        votes_basis=vote.basis,
        election_date=poll.election,
        district_area_low_sqmi=area_sqft.low / SQFT_PER_SQMI,
        district_area_high_sqmi=area_sqft.high / SQFT_PER_SQMI,
        boundary_accuracy_ft=accuracy_ft,
    )
    notes = [*_vote_notes(poll)]
    if land_sqft is None:
        notes.append("No water is on file, so the areas without water are not known.")
    return Gathered(
        facts=facts,
        evidence=_evidence(poll, votes, with_units=False),
        conflicts=with_effect(poll.disagree.conflicts, EFFECTS),
        notes=tuple(notes),
    )


def elector_parts_facts(poll: Polled) -> Gathered[ElectorPartsFacts]:
    """Gather what TSD-32 asks: area and vote of each part, and the reporting units that it takes in.

    Parameters
    ----------
    poll : Polled
        The ground and the election.

    Returns
    -------
    Gathered of ElectorPartsFacts
        Units only of a municipality with results on file for any of them; else the municipality is the smallest area
        that has results.
    """
    electorate, votes = poll.electorate, poll.votes
    facts = ElectorPartsFacts(
        parts=tuple(_elector_part(part, votes) for part in electorate.parts) or None,
        petition_filed=poll.filed,
        several_municipalities=len(electorate.parts) > 1 if electorate.is_complete else None,
        election_date=poll.election,
        boundary_accuracy_ft=_accuracy_ft(poll.ground, with_units=True),
    )
    notes = [*_vote_notes(poll)]
    notes += [
        f"The reporting units on file do not cover the part in {part.land.name}, so it counts by its municipality."
        for part in electorate.parts
        if part.uncovered
    ]
    return Gathered(
        facts=facts,
        evidence=_evidence(poll, votes, with_units=True),
        conflicts=with_effect(poll.disagree.conflicts, EFFECTS),
        notes=tuple(notes),
    )


def _elector_part(part: MunicipalPart, votes: GovernorVotes) -> ElectorPart:
    vote = votes.of_municipality(part.land.plain_name, part.land.county)
    units = tuple(
        UnitShare(
            name=unit.name,
            votes_for_governor=of_unit.votes,
            share_in_district=unit.share,
            share_low=None if unit.is_whole else unit.share_low,
            share_high=None if unit.is_whole else unit.share_high,
            basis=of_unit.basis,
        )
        for unit, of_unit in _unit_votes(part, votes)
    )
    area_sqft = part.land.area_sqft
    return ElectorPart(
        municipality=part.land.name,
        area_sqmi=area_sqft.value / SQFT_PER_SQMI,
        municipality_area_sqmi=part.whole_sqft / SQFT_PER_SQMI,
        municipality_votes=vote.votes,
        units=units if any(unit.votes_for_governor is not None for unit in units) else None,
        area_low_sqmi=area_sqft.low / SQFT_PER_SQMI,
        area_high_sqmi=area_sqft.high / SQFT_PER_SQMI,
        votes_basis=vote.basis,
    )


def _unit_votes(part: MunicipalPart, votes: GovernorVotes) -> Iterator[tuple[UnitPart, Vote]]:
    for unit in part.units:
        yield unit, votes.of_unit(unit.name, part.land.plain_name, part.land.county)


def _accuracy_ft(ground: Ground, *, with_units: bool) -> Fraction:
    """Return the combined accuracy of the boundary and whichever of the two layers are on file."""
    kinds = ("municipalities", *([UNITS] if with_units else []))
    return ground.layers.accuracy_ft(*(kind for kind in kinds if kind in ground.layers.layers))


def _without_water(ground: Ground, part: MunicipalPart) -> tuple[Fraction | None, Fraction | None]:
    """Return the area of the part and of its municipality without water, square feet; None without water on file."""
    inside = water_sqft(part.land.land, ground.layers)
    whole = water_sqft(part.whole, ground.layers)
    if inside is None or whole is None:
        return None, None
    # Water is no larger than the land it lies in, but for hundredths of rounding.
    land_sqft = max(part.land.area_sqft.value - inside, Fraction(0))
    return land_sqft, max(part.whole_sqft - whole, land_sqft)


def _vote_notes(poll: Polled) -> Iterator[str]:
    votes = poll.votes
    if UNITS not in poll.ground.layers.layers:
        yield "No reporting units are on file."
    if not votes.is_on_file:
        years = votes.years_on_file
        on_file = f"those of {', '.join(map(str, years))} are" if years else "none are"
        yield (
            f"For a petition filed on {_day(poll.filed)} the votes for governor of {_day(poll.election)} count; "
            f"{on_file} on file."
        )


def _day(date: dt.date) -> str:
    return f"{date:%B} {date.day}, {date.year}"


def _evidence(poll: Polled, votes: GovernorVotes, *, with_units: bool) -> tuple[Evidence, ...]:
    ground, parts = poll.ground, poll.electorate.parts
    if not parts:
        return ()
    edition = ground.layers.layers["municipalities"].edition
    lands = np.array([part.land.land for part in parts], dtype=object)
    found = [
        Evidence(
            layer="municipalities",
            edition=edition,
            feature_id=part.land.name,
            role="inside",
            bbox=box,
            measures={
                "area_inside_sqmi": float(part.land.area_sqft.value / SQFT_PER_SQMI),
                "municipality_area_sqmi": float(part.whole_sqft / SQFT_PER_SQMI),
            },
        )
        for part, box in zip(parts, boxes_lonlat(lands, ground.layers.frame), strict=True)
    ]
    return (*found, *(_unit_evidence(poll, votes) if with_units else ()))


def _unit_evidence(poll: Polled, votes: GovernorVotes) -> Iterator[Evidence]:
    units = poll.electorate.units
    if units is None:
        return
    told = [(part.land.name, *pair) for part in poll.electorate.parts for pair in _unit_votes(part, votes)]
    boxes = boxes_lonlat(units.geometries[[unit.position for _, unit, _ in told]], poll.ground.layers.frame)
    for (municipality, unit, vote), box in zip(told, boxes, strict=True):
        inside_sqft = sqft(int(units.inside_value[unit.position]))
        measures: dict[str, JsonValue] = {
            "municipality": municipality,
            "share_in_district": float(unit.share),
            "area_inside_sqmi": float(inside_sqft / SQFT_PER_SQMI),
            "votes_for_governor": None if vote.votes is None else float(vote.votes),
            "votes_basis": vote.basis,
        }
        yield Evidence(UNITS, units.layer.edition, unit.name, "inside" if unit.is_whole else "cut", box, measures)


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:SHOWN])
    return shown if len(names) <= SHOWN else f"{shown} and {len(names) - SHOWN:,} more"
