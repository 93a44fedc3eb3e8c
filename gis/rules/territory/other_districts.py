"""May the district lie over another sewerage district: TSD-10, Wis. Stat. 60.71(5)(b).

Outside villages and cities it may, for auxiliary sewer construction. Of two town sanitary districts over the same
land the statute says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.territory import OtherDistrict, OtherDistrictsFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_more_than_whole, refuse_negative, refuse_twice
from gis.rules.territory.overlap import Overlap, polygon_overlap
from gis.rules.words import are_not_known, listed, quantity, used
from gis.units import SQFT_PER_ACRE

ID = "TSD-10"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(5)(b)"
QUESTION = "Is overlap with a metropolitan sewerage or similar district allowed?"

_ACCURACY = "boundary_accuracy_default_ft"
_PERMITTED = "other_district_village_city_permitted_acres"
_TOUCHING_SQFT = Fraction(0)
_ANSWERS = {State.PASS: "allowed", State.FAIL: "not_allowed", State.UNDETERMINED: "review"}
_PURPOSES = {"water_only": "water only", "other": "another purpose than auxiliary sewers"}


def judge(facts: OtherDistrictsFacts, parameters: Parameters) -> Finding:
    """Say whether land of other sewerage districts may be included.

    Parameters
    ----------
    facts
        The other districts with the land that both have (acres), of it the part in a village or city, and its
        greatest width (feet), where it is known; what that land is included for.
    parameters
        The law on the date of the proposal.

    Returns
    -------
    Finding
        `not_applicable` without overlap; `fail` where part of it is in a village or city; `undetermined` over another
        town sanitary district or for another purpose than auxiliary sewers; `needs_evidence` where districts, an
        overlap or the purpose is not known; `within_tolerance` where only slivers overlap, no wider than the
        accuracy; else `pass`.

    Raises
    ------
    FactsInvalid
        An area is negative, a part is more than its whole, or a district stands twice.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(5)(b).
    """
    districts = facts.other_districts or ()
    _refuse_impossible(facts, districts)
    accuracy_ft = facts.boundary_accuracy_ft
    parameters_used = [used(parameters.get(_PERMITTED))]
    if accuracy_ft is None:
        accuracy_ft = parameters.number(_ACCURACY)
        parameters_used.append(used(parameters.get(_ACCURACY)))
    by_class: dict[Overlap, list[OtherDistrict]] = {found: [] for found in Overlap}
    for district in districts:
        acres = district.overlap_area_acres
        area_sqft = None if acres is None else acres * SQFT_PER_ACRE
        by_class[polygon_overlap(area_sqft, district.overlap_width_ft, accuracy_ft, _TOUCHING_SQFT)].append(district)
    permitted_acres = parameters.number(_PERMITTED)
    state = _state(facts, by_class, permitted_acres)
    total_acres = _total(districts)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={
            "overlap_area_acres": None if facts.other_districts is None else number_or_null(total_acres),
            "note_auxiliary_purpose": bool(by_class[Overlap.REAL]),
            "overlap_acres_by_district": {row.name: number_or_null(row.overlap_area_acres) for row in districts},
            "sliver_districts": [*sorted(row.name for row in by_class[Overlap.SLIVER])],
            "boundary_accuracy_ft": number(accuracy_ft),
        },
        readings={},
        because=_because(facts, by_class, state, accuracy_ft, permitted_acres),
        parameters=tuple(parameters_used),
    )


def _total(districts: Sequence[OtherDistrict]) -> Fraction | None:
    """Add up the overlaps; one that is not known makes the sum unknown."""
    areas = [row.overlap_area_acres for row in districts]
    known = [area for area in areas if area is not None]
    return sum(known, start=Fraction(0)) if len(known) == len(areas) else None


def _state(
    facts: OtherDistrictsFacts, by_class: dict[Overlap, list[OtherDistrict]], permitted_acres: Fraction
) -> State:
    overlapping = by_class[Overlap.REAL]
    if overlapping:
        if any(_village_acres(row) > permitted_acres for row in overlapping):
            return State.FAIL
        if any(row.overlap_in_village_or_city_acres is None for row in overlapping):
            return State.NEEDS_EVIDENCE
        if any(row.kind == "town_sanitary" for row in overlapping) or facts.purpose in _PURPOSES:
            return State.UNDETERMINED
    is_open = facts.purpose is None or any(row.kind is None for row in overlapping)
    if facts.other_districts is None or by_class[Overlap.UNKNOWN] or (overlapping and is_open):
        return State.NEEDS_EVIDENCE
    if by_class[Overlap.SLIVER]:
        return State.WITHIN_TOLERANCE
    return State.PASS if overlapping else State.NOT_APPLICABLE


def _village_acres(row: OtherDistrict) -> Fraction:
    """Return the land of the overlap that is known to lie in a village or city, acres."""
    return row.overlap_in_village_or_city_acres or Fraction(0)


def _because(
    facts: OtherDistrictsFacts,
    by_class: dict[Overlap, list[OtherDistrict]],
    state: State,
    accuracy_ft: Fraction,
    permitted_acres: Fraction,
) -> str:
    overlapping = by_class[Overlap.REAL]
    if facts.other_districts is None:
        return "Which other sewerage districts have land inside is not on file."
    if state is State.NOT_APPLICABLE:
        return "No other sewerage district has land inside."
    said = [
        f"{quantity(row.overlap_area_acres or Fraction(0), 4)} acres inside are in {row.name} too"
        for row in overlapping
    ]
    if state is State.FAIL:
        said += [
            f"{quantity(_village_acres(row), 4)} acres of that are in a village or city, where the permission ends"
            for row in overlapping
            if _village_acres(row) > permitted_acres
        ]
    elif state is State.UNDETERMINED:
        said += _unsettled(facts, overlapping)
    elif by_class[Overlap.UNKNOWN]:
        said.append(
            f"how much of {listed(sorted(row.name for row in by_class[Overlap.UNKNOWN]))} is inside is not known"
        )
    unknown = [
        *(f"the kind of {row.name}" for row in overlapping if row.kind is None),
        *(
            f"how much of what is in {row.name} lies in a village or city"
            for row in overlapping
            if row.overlap_in_village_or_city_acres is None
        ),
    ]
    if state is State.NEEDS_EVIDENCE and unknown:
        said.append(are_not_known(unknown))
    if state is State.NEEDS_EVIDENCE and overlapping and facts.purpose is None:
        said.append("what that land is included for is not on file, and only auxiliary sewer construction is allowed")
    if state is State.WITHIN_TOLERANCE:
        slivers = listed(sorted(row.name for row in by_class[Overlap.SLIVER]))
        said.append(
            f"of {slivers} only a sliver is inside, no wider than the {quantity(accuracy_ft, 3)} ft to which the "
            "boundaries are known, so a person must look"
        )
    if state is State.PASS:
        said.append("outside villages and cities that is allowed for auxiliary sewer construction, the purpose stated")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _unsettled(facts: OtherDistrictsFacts, overlapping: Sequence[OtherDistrict]) -> list[str]:
    """Say what the statute leaves open."""
    said = []
    sanitary = sorted(row.name for row in overlapping if row.kind == "town_sanitary")
    if sanitary:
        said.append(
            f"whether two town sanitary districts may share land, as with {listed(sanitary)}, the statute does not say"
        )
    if facts.purpose in _PURPOSES:
        said.append(f"the land is included for {_PURPOSES[facts.purpose]}, of which the statute says nothing")
    return said


def _refuse_impossible(facts: OtherDistrictsFacts, districts: Sequence[OtherDistrict]) -> None:
    refuse_negative([("boundary_accuracy_ft", facts.boundary_accuracy_ft)])
    refuse_twice((f"other_districts[{i}].name", row.name) for i, row in enumerate(districts))
    for i, row in enumerate(districts):
        fields = ("overlap_area_acres", "overlap_in_village_or_city_acres", "overlap_width_ft")
        refuse_negative((f"other_districts[{i}].{field}", getattr(row, field)) for field in fields)
        path = f"other_districts[{i}].overlap_in_village_or_city_acres"
        refuse_more_than_whole(path, row.overlap_in_village_or_city_acres, row.overlap_area_acres, "acres")
