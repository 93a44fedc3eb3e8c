"""Have all towns approved that land joins the district: CKSD-12, ordinance ch. IX, Wis. Stat. 60.71(5)(a), 60.785."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number
from gis.model.facts.territory import AnnexationMunicipality, DistrictAnnexationFacts
from gis.model.finding import Finding, State
from gis.rules.formulas import chosen
from gis.rules.impossible import refuse_negative, refuse_twice
from gis.rules.territory.overlap import Overlap, polygon_overlap
from gis.rules.words import are_not_known, listed, quantity, sentence, used

ID = "CKSD-12"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. IX; Wis. Stat. 60.71(5)(a), 60.785"
QUESTION = "Have all affected town boards approved the annexation?"

_ACCURACY = "boundary_accuracy_default_ft"
_PERMITTED = "village_city_overlap_permitted_sqft"
_TOWNS = "cksd_annexation_towns"
_TOUCHING_SQFT = Fraction(0)
"""A town that shares an edge or a corner with the land has this much of it; it is no land."""
_AGREEMENT = (
    "The owner is a municipal entity, of which the Commission may ask for annexation or for an agreement under Wis. "
    "Stat. 66.0301."
)


def judge(facts: DistrictAnnexationFacts, parameters: Parameters) -> Finding:
    """Say which towns must approve that land is annexed to the district, and whether they have.

    Parameters
    ----------
    facts
        Whether the land lies outside the district, the area (square feet) and greatest width (feet) of it in each
        municipality, each town board's approval, and whether a legal description is filed.
    parameters
        The ordinance on the date of the annexation.

    Returns
    -------
    Finding
        `not_applicable` for land inside already; `fail` where a village or city has land of it, a town that must
        approve refused, or no legal description is filed; `within_tolerance` where a municipality has a sliver only;
        `needs_evidence` where an approval, an overlap, the description or whether the land lies outside is not known;
        else `pass`.

    Raises
    ------
    FactsInvalid
        An area, width or accuracy is negative, or a municipality stands twice.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. IX; Wis. Stat. 60.71(5)(a), 60.785. The ordinance does not ask that the land adjoin
    the district.
    """
    rows = facts.municipalities or ()
    _refuse_impossible(facts, rows)
    accuracy_ft = facts.boundary_accuracy_ft
    parameters_used = [used(parameters.get(_TOWNS)), used(parameters.get(_PERMITTED))]
    if accuracy_ft is None:
        accuracy_ft = parameters.number(_ACCURACY)
        parameters_used.append(used(parameters.get(_ACCURACY)))
    classes = {row.name: _class(row, accuracy_ft, parameters.number(_PERMITTED)) for row in rows}
    real = [row for row in rows if classes[row.name] is Overlap.REAL]
    towns: list[AnnexationMunicipality] = chosen(parameters, _TOWNS, _TOWNS_BY)(real)
    villages = sorted(row.name for row in real if row.kind in {"village", "city"})
    slivers = sorted(name for name, found in classes.items() if found is Overlap.SLIVER)
    faults, gaps = _faults(facts, towns, villages), _gaps(facts, towns, classes)
    state = _state(facts, faults, slivers, gaps)
    inside = state is State.NOT_APPLICABLE
    required = [] if inside else [row.name for row in towns]
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if facts.municipalities is None and not inside else [*required],
        measures={
            "villages_cities": [*villages],
            "sliver_names": [*slivers],
            "agreement_possible": facts.municipal_entity,
            "boundary_accuracy_ft": number(accuracy_ft),
        },
        readings={},
        because=sentence(_said(state, required, [*faults, *_sliver_said(slivers, accuracy_ft), *gaps])),
        parameters=tuple(parameters_used),
        notes=(_AGREEMENT,) if facts.municipal_entity else (),
    )


def _class(row: AnnexationMunicipality, accuracy_ft: Fraction, permitted_sqft: Fraction) -> Overlap:
    permitted = _TOUCHING_SQFT if row.kind == "town" else permitted_sqft
    found = polygon_overlap(row.overlap_area_sqft, row.overlap_width_ft, accuracy_ft, permitted)
    # Land of a town is annexed and that of a village never, so that of a municipality of unknown kind may be either.
    return Overlap.UNKNOWN if row.kind is None and found is Overlap.REAL else found


def _every_affected_town(real: Sequence[AnnexationMunicipality]) -> list[AnnexationMunicipality]:
    return sorted((row for row in real if row.kind == "town"), key=lambda row: row.name)


_TOWNS_BY = {"every_affected_town": _every_affected_town}
"""Which towns of those with land of it must approve, by the choice of the ordinance."""


def _state(facts: DistrictAnnexationFacts, faults: list[str], slivers: list[str], gaps: list[str]) -> State:
    if facts.outside_district is False:
        return State.NOT_APPLICABLE
    if facts.outside_district is None:
        return State.NEEDS_EVIDENCE
    if faults:
        return State.FAIL
    if slivers:
        return State.WITHIN_TOLERANCE
    return State.NEEDS_EVIDENCE if gaps else State.PASS


def _faults(facts: DistrictAnnexationFacts, towns: list[AnnexationMunicipality], villages: list[str]) -> list[str]:
    """Say in clauses why the land cannot be annexed."""
    faults = []
    if villages:
        faults.append(f"part of it lies in {listed(villages)}, and no village or city land can be in the district")
    refused = [row.name for row in towns if row.approved is False]
    if refused:
        faults.append(f"{listed(refused)} refused")
    if facts.legal_description is False:
        faults.append("no legal description is filed")
    return faults


def _gaps(
    facts: DistrictAnnexationFacts, towns: list[AnnexationMunicipality], classes: dict[str, Overlap]
) -> list[str]:
    """Say in clauses what is not known and could change the answer."""
    gaps = []
    if facts.outside_district is None:
        gaps.append("whether the land lies outside the district is not known")
    if all(found is Overlap.NONE for found in classes.values()):
        gaps.append("in which municipalities the land lies is not known")
    unknown = sorted(name for name, found in classes.items() if found is Overlap.UNKNOWN)
    if unknown:
        gaps.append(f"how much of it lies in {listed(unknown)}, or what kind of municipality that is, is not known")
    waiting = [f"whether {row.name} approved" for row in towns if row.approved is None]
    if waiting:
        gaps.append(are_not_known(waiting))
    if facts.legal_description is None:
        gaps.append("whether a legal description is filed is not known")
    return gaps


def _sliver_said(slivers: list[str], accuracy_ft: Fraction) -> list[str]:
    if not slivers:
        return []
    strip = f"a strip no wider than the {quantity(accuracy_ft, 3)} ft to which the boundaries are known"
    return [f"{strip} lies in {listed(slivers)}, so a person must say whether land there is annexed"]


def _said(state: State, required: list[str], found: list[str]) -> list[str]:
    if state is State.NOT_APPLICABLE:
        return ["the land lies in the district already, so there is nothing to annex"]
    asked = [f"the land lies in {listed(required)}, whose approval is needed"] if required else []
    return [*asked, *(found or ["every one of them approved"])]


def _refuse_impossible(facts: DistrictAnnexationFacts, rows: Sequence[AnnexationMunicipality]) -> None:
    refuse_negative((("boundary_accuracy_ft", facts.boundary_accuracy_ft),))
    for i, row in enumerate(rows):
        fields = ("overlap_area_sqft", "overlap_width_ft")
        refuse_negative((f"municipalities[{i}].{field}", getattr(row, field)) for field in fields)
    refuse_twice((f"municipalities[{i}].name", row.name) for i, row in enumerate(rows))
