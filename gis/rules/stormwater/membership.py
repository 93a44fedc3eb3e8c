"""Is a parcel in the stormwater utility district: MUK-15, Village of Mukwonago Code ch. 86."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.stormwater import UtilityMembershipFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.stormwater.units import refuse_beyond, refuse_tiers, sqft, unit_formula
from gis.rules.territory.overlap import Overlap, polygon_overlap
from gis.rules.words import are_not_known, not_known, percent, quantity, sentence, used

ID = "MUK-15"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, creation of Utility District No. 1"
QUESTION = "Is the parcel in the district?"

Place = Literal["in", "out", "split"]
_ACCURACY = "boundary_accuracy_default_ft"
_NOTHING = Fraction(0)
_READINGS = {
    "whole_parcel": "Each parcel within the district is charged, and one that lies partly in it is charged whole.",
    "inside_part": "Only the part of a parcel that lies in the district is charged.",
}
_PLACES: Mapping[tuple[Overlap, Overlap], tuple[State, Place]] = MappingProxyType(
    {
        (Overlap.NONE, Overlap.REAL): (State.FAIL, "out"),
        (Overlap.SLIVER, Overlap.NONE): (State.PASS, "in"),
        (Overlap.SLIVER, Overlap.SLIVER): (State.WITHIN_TOLERANCE, "out"),
        (Overlap.SLIVER, Overlap.REAL): (State.WITHIN_TOLERANCE, "out"),
        (Overlap.REAL, Overlap.NONE): (State.PASS, "in"),
        (Overlap.REAL, Overlap.SLIVER): (State.WITHIN_TOLERANCE, "in"),
        (Overlap.REAL, Overlap.REAL): (State.UNDETERMINED, "split"),
    }
)
"""Finding by the parts inside and outside."""
_MEASURED = (
    "parcel_area_sqft",
    "overlap_area_sqft",
    "overlap_width_ft",
    "outside_width_ft",
    "impervious_sqft",
    "impervious_inside_sqft",
    "boundary_accuracy_ft",
)


def judge(facts: UtilityMembershipFacts, parameters: Parameters) -> Finding:
    """Say whether a parcel lies in the utility district, out of it or on both sides of its line.

    Parameters
    ----------
    facts
        Area of the parcel and of its part inside (square feet), greatest width of both parts (feet), impervious area
        of the whole and of the part inside, and whether map and description of the district agree on it.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` wholly inside; `fail` outside, where only touching the line is outside; `within_tolerance` where one of
        the two parts is no wider than the accuracy; `undetermined` where both are wider, or, without answer, where
        the exhibits disagree; `needs_evidence` without answer where a fact that decides is not known.

    Raises
    ------
    FactsInvalid
        An area or width is negative, a part exceeds its whole, or the tiers cannot stand.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, creation of Utility District No. 1; Exhibits A (map) and B (description). Sharing
    an edge or a corner is no overlap.
    """
    _refuse_impossible(facts)
    accuracy_ft = parameters.number(_ACCURACY) if facts.boundary_accuracy_ft is None else facts.boundary_accuracy_ft
    state, place = _outcome(facts, accuracy_ft)
    formula = unit_formula(parameters)
    whole = formula.units_or_null(facts.impervious_sqft, facts.tiers)
    inside = formula.units_or_null(facts.impervious_inside_sqft, facts.tiers)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=place,
        measures={
            "share_inside": number_or_null(_share_inside(facts)),
            "units_whole": number_or_null(whole),
            "units_inside": number_or_null(inside),
            "boundary_accuracy_ft": number(accuracy_ft),
        },
        readings=_readings(whole, inside) if place == "split" else {},
        because=sentence(_said(facts, state, place, accuracy_ft)),
        parameters=(used(parameters.get(_ACCURACY)), *formula.uses),
    )


def _outside_sqft(facts: UtilityMembershipFacts) -> Fraction | None:
    if facts.parcel_area_sqft is None or facts.overlap_area_sqft is None:
        return None
    return max(_NOTHING, facts.parcel_area_sqft - facts.overlap_area_sqft)


def _share_inside(facts: UtilityMembershipFacts) -> Fraction | None:
    if facts.overlap_area_sqft == 0:
        return _NOTHING
    outside = _outside_sqft(facts)
    return None if outside is None or not facts.parcel_area_sqft else 1 - outside / facts.parcel_area_sqft


def _outcome(facts: UtilityMembershipFacts, accuracy_ft: Fraction) -> tuple[State, Place | None]:
    if facts.exhibits_agree is False:
        return State.UNDETERMINED, None
    inside = polygon_overlap(facts.overlap_area_sqft, facts.overlap_width_ft, accuracy_ft, _NOTHING)
    outside = polygon_overlap(_outside_sqft(facts), facts.outside_width_ft, accuracy_ft, _NOTHING)
    if inside is Overlap.NONE:
        outside = Overlap.REAL  # a parcel of which nothing is inside is out, whatever its own area
    if facts.exhibits_agree is None or Overlap.UNKNOWN in (inside, outside):
        return State.NEEDS_EVIDENCE, None
    return _PLACES[inside, outside]


def _readings(whole: Fraction | None, inside: Fraction | None) -> dict[str, Reading]:
    return {
        name: Reading(State.NEEDS_EVIDENCE if units is None else State.PASS, number_or_null(units), _READINGS[name])
        for name, units in (("whole_parcel", whole), ("inside_part", inside))
    }


def _said(facts: UtilityMembershipFacts, state: State, place: Place | None, accuracy_ft: Fraction) -> list[str]:
    if state is State.NEEDS_EVIDENCE:
        missing = not_known(
            ("the area of the parcel", facts.parcel_area_sqft),
            ("how much of the parcel lies in the district", facts.overlap_area_sqft),
            ("whether map and description of the district agree on the parcel", facts.exhibits_agree),
        )
        return [f"whether the parcel is in the utility district cannot be said, because {are_not_known(missing)}"]
    if place is None:
        return [
            "map and description of the district disagree on the parcel, and the ordinance does not say which holds"
        ]
    inside, outside = facts.overlap_area_sqft or _NOTHING, _outside_sqft(facts) or _NOTHING
    part = {
        State.PASS: "the parcel lies wholly in the utility district",
        State.FAIL: "no part of the parcel lies in the utility district; to touch its line is to be outside",
    }.get(state)
    if part is not None:
        return [part]
    lies = f"{sqft(inside)} of the parcel lie in the utility district and {sqft(outside)} outside"
    if place == "split":
        return [
            f"{lies}, {percent(_share_inside(facts) or _NOTHING)} of it inside",
            "the text does not say whether such a parcel is charged whole or on the part inside",
        ]
    width_ft, where = (facts.overlap_width_ft, "inside") if place == "out" else (facts.outside_width_ft, "outside")
    widest = f"the part {where} is {quantity(width_ft or _NOTHING, 3)} ft wide at most"
    known = f"no more than the {quantity(accuracy_ft, 3)} ft to which the lines are known"
    return [lies, f"{widest}, {known}, so a person must look"]


def _refuse_impossible(facts: UtilityMembershipFacts) -> None:
    refuse_negative((name, getattr(facts, name)) for name in _MEASURED)
    refuse_beyond("overlap_area_sqft", facts.overlap_area_sqft, facts.parcel_area_sqft)
    refuse_beyond("impervious_inside_sqft", facts.impervious_inside_sqft, facts.impervious_sqft)
    refuse_tiers(facts.tiers)
