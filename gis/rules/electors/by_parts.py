"""How many signatures part by part, in several municipalities: TSD-32, Wis. Stat. 60.74(6)(c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.electors import ElectorPart, ElectorPartsFacts, UnitShare
from gis.model.finding import Finding, Reading, State
from gis.rules.electors.signatures import (
    PORTION,
    DistrictVote,
    doubt_words,
    election_words,
    modelled_note,
    quotient,
    signatures_needed,
    signatures_short,
    signatures_words,
    sufficiency,
    vote_margin,
)
from gis.rules.formulas import chosen
from gis.rules.impossible import refuse_negative, refuse_twice
from gis.rules.span import Span, total
from gis.rules.words import are_not_known, listed, quantity, used

ID = "TSD-32"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(6)(c)"
QUESTION = "How many signatures does a petition need, part by part, in a district in several municipalities?"

_AREAS = "district_vote_areas"
_PARAMETERS = (PORTION, "district_vote_method", _AREAS)
_WHOLE = Fraction(1)
_NO_VOTE = DistrictVote(Fraction(0), Span.exactly(Fraction(0)))
_READINGS = {
    "reporting_unit": (
        "A part counts by its reporting units where results are on file for them, else by its municipality's area."
    ),
    "municipality": "Every part counts by its share of the area of its municipality.",
}


def judge(facts: ElectorPartsFacts, parameters: Parameters) -> Finding:
    """Say how many electors must sign, adding up the parts of the district.

    Parameters
    ----------
    facts
        For each municipality the area inside, square miles on the ground, its whole area and vote, and the reporting
        units touched with the share of each that is inside. A unit of share 1 counts as it voted.
    parameters
        The law on the date of the petition.

    Returns
    -------
    Finding
        `pass` where the number is computed, and met if signatures are stated; `fail` for too few; `within_tolerance`
        where the layers' accuracy could turn one into the other; `needs_evidence` where an area or a vote that the
        default reading uses is not known; `not_applicable` for a district in one municipality.

    Raises
    ------
    FactsInvalid
        An area, a vote, a share or a count is negative, a share is above 1, a part larger than its municipality, or a
        municipality stands twice.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(6)(c) with (a)-(b). The area "for which election statistics are available" is by default the
    reporting unit, where units are given; the reading `municipality` takes every part by its municipality.
    """
    parts = facts.parts or ()
    _refuse_impossible(facts, parts)
    portion = parameters.number(PORTION)
    valid = facts.signatures_valid
    vote_of = chosen(parameters, _AREAS, _VOTE_OF_PART)
    by_unit = {part.municipality: vote_of(part) for part in parts}
    by_municipality = {part.municipality: _by_municipality(part) for part in parts}
    readings = {
        name: (votes, None if facts.several_municipalities is None else _sum(votes))
        for name, votes in (("reporting_unit", by_unit), ("municipality", by_municipality))
    }
    votes, found = readings["reporting_unit"]
    state = sufficiency(found, portion, valid)
    if facts.several_municipalities is False:
        found, state = None, State.NOT_APPLICABLE
    needed = None if found is None else signatures_needed(found.value, portion)
    applies = state is not State.NOT_APPLICABLE
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=needed,
        answer_unit="signatures",
        measures={
            "district_vote": None if found is None else number(found.value),
            "part_votes": {name: None if vote is None else number(vote.value) for name, vote in votes.items()},
            "signatures_short": signatures_short(needed, valid),
            "election_used": None if facts.election_date is None else facts.election_date.isoformat(),
            "part_area_sqmi": {part.municipality: number_or_null(part.area_sqmi) for part in parts},
            "whole_units": [name for name, unit in _units(parts) if unit.share_in_district == _WHOLE],
            "cut_units": [name for name, unit in _units(parts) if unit.share_in_district not in (None, _WHOLE)],
            "modelled_votes": [*_modelled(parts)],
        }
        if applies
        else {},
        readings={
            name: Reading(
                sufficiency(vote, portion, valid),
                None if vote is None else signatures_needed(vote.value, portion),
                _READINGS[name],
            )
            for name, (_, vote) in readings.items()
        }
        if applies
        else {},
        because=_because(facts, votes, found, portion),
        parameters=tuple(used(parameters.get(name)) for name in _PARAMETERS),
        margin=vote_margin(found, portion, valid, facts.boundary_accuracy_ft) if found else None,
        notes=tuple(_notes(parts)) if applies else (),
    )


def _by_smallest_area(part: ElectorPart) -> DistrictVote | None:
    return _by_units(part) if part.units else _by_municipality(part)


_VOTE_OF_PART = {"smallest_area_reported": _by_smallest_area}
"""Which areas serve the default reading, by the choice of the law."""


def _by_units(part: ElectorPart) -> DistrictVote | None:
    """Add up the units of a part: a whole one as it voted, a cut one by its share of area."""
    return _sum({str(i): _of_unit(unit) for i, unit in enumerate(part.units or ())})


def _of_unit(unit: UnitShare) -> DistrictVote | None:
    vote, share = unit.votes_for_governor, unit.share_in_district
    if share == 0:
        return _NO_VOTE
    if vote is None or share is None:
        return None
    if share == _WHOLE:
        return DistrictVote(vote, Span.exactly(vote))
    bounds = None
    if unit.share_low is not None and unit.share_high is not None:
        bounds = Span(unit.share_low * vote, unit.share_high * vote)
    return DistrictVote(share * vote, bounds)


def _by_municipality(part: ElectorPart) -> DistrictVote | None:
    whole, vote = part.municipality_area_sqmi, part.municipality_votes
    share = quotient(part.area_sqmi, whole, f"parts: {part.municipality}")
    if share is None or vote is None or whole is None:
        return None
    bounds = None
    if part.area_low_sqmi is not None and part.area_high_sqmi is not None:
        bounds = Span(part.area_low_sqmi / whole * vote, min(part.area_high_sqmi / whole, _WHOLE) * vote)
    return DistrictVote(share * vote, bounds)


def _sum(votes: Mapping[str, DistrictVote | None]) -> DistrictVote | None:
    """Add up votes; null where one is not known or there is none. Bounds are known where those of all are."""
    known = [vote for vote in votes.values() if vote is not None]
    if not known or len(known) < len(votes):
        return None
    bounds = [vote.bounds for vote in known if vote.bounds is not None]
    return DistrictVote(
        sum((vote.value for vote in known), start=Fraction(0)),
        total(bounds) if len(bounds) == len(known) else None,
    )


def _units(parts: tuple[ElectorPart, ...]) -> Iterator[tuple[str, UnitShare]]:
    """Yield each unit that has land inside, named with its municipality: many have a Ward 1."""
    for part in parts:
        inside = [unit for unit in part.units or () if unit.share_in_district != 0]
        yield from ((f"{part.municipality}: {unit.name}", unit) for unit in inside)


def _modelled(parts: tuple[ElectorPart, ...]) -> list[str]:
    """Name the units, and the municipalities counted as a whole, whose votes are modelled."""
    places = [part.municipality for part in parts if not part.units and part.votes_basis == "modelled"]
    return [name for name, unit in _units(parts) if unit.basis == "modelled"] + places


def _because(
    facts: ElectorPartsFacts, votes: Mapping[str, DistrictVote | None], found: DistrictVote | None, portion: Fraction
) -> str:
    if facts.several_municipalities is False:
        return "The district lies in one municipality, whose area and vote decide (60.74(6)(a)-(b))."
    election = election_words(facts.election_date)
    if found is None:
        missing = [_unknown_of_part(part, election) for part in facts.parts or () if votes[part.municipality] is None]
        if facts.several_municipalities is None:
            missing.insert(0, "to which municipality all the land inside belongs")
        if not facts.parts:
            missing.append("which parts the district has")
        return f"The number of signatures cannot be computed: {are_not_known(missing)}."
    told = listed([f"{name} {quantity(vote.value, 2)}" for name, vote in votes.items() if vote is not None])
    said = (
        f"The parts of the district add up to {quantity(found.value, 2)} votes for governor{election} ({told}); "
        f"{signatures_words(found.value, portion, facts.signatures_valid)}"
    )
    if sufficiency(found, portion, facts.signatures_valid) is State.WITHIN_TOLERANCE:
        said += doubt_words(found, portion, facts.signatures_valid, facts.boundary_accuracy_ft)
    return f"{said}."


def _unknown_of_part(part: ElectorPart, election: str) -> str:
    """Name what is missing of a part, by its units where any are given."""
    units = [
        unit.name
        for unit in part.units or ()
        if unit.share_in_district is None or (unit.share_in_district and unit.votes_for_governor is None)
    ]
    if units:
        return f"the share inside or the vote for governor{election} of {listed(units)} in {part.municipality}"
    return f"an area of {part.municipality} or its vote for governor{election}"


def _notes(parts: tuple[ElectorPart, ...]) -> list[str]:
    without = [part.municipality for part in parts if not part.units]
    notes = ["All areas are total areas, water included."]
    if without and len(without) < len(parts):
        notes.append(f"No results by reporting unit are given for {listed(without)}: counted by the municipality.")
    empty = [
        part.municipality for part in parts if part.units and all(unit.share_in_district == 0 for unit in part.units)
    ]
    if empty:
        notes.append(
            f"None of the reporting units given for {listed(empty)} has land inside, so no vote counts there; check "
            "whether a unit is missing."
        )
    return notes + modelled_note(_modelled(parts))


def _refuse_impossible(facts: ElectorPartsFacts, parts: tuple[ElectorPart, ...]) -> None:
    refuse_negative([("signatures_valid", facts.signatures_valid)])
    refuse_twice((f"parts[{i}].municipality", part.municipality) for i, part in enumerate(parts))
    for i, part in enumerate(parts):
        path = f"parts[{i}]"
        measures = ("area_sqmi", "municipality_area_sqmi", "municipality_votes", "area_low_sqmi", "area_high_sqmi")
        refuse_negative((f"{path}.{name}", getattr(part, name)) for name in measures)
        for k, unit in enumerate(part.units or ()):
            shares = ("votes_for_governor", "share_in_district", "share_low", "share_high")
            refuse_negative((f"{path}.units[{k}].{name}", getattr(unit, name)) for name in shares)
            share = unit.share_in_district
            if share is not None and share > 1:
                raise FactsInvalid(
                    what=f"{unit.name} cannot have {quantity(share, 4)} of its area inside.",
                    where=f"facts.{path}.units[{k}].share_in_district",
                    why="A share is a fraction between 0 and 1, never percent.",
                    next="Write it as a fraction.",
                )
