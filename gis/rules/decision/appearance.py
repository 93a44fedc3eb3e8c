"""May this person appear at the hearing: TSD-08, Wis. Stat. 60.71(4)(c)."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number
from gis.model.facts.decision import AppearanceFacts, OwnedParcel
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.territory.overlap import Overlap, polygon_overlap
from gis.rules.words import listed, quantity, used

ID = "TSD-08"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(4)(c)"
QUESTION = "Is this person an owner of property within the proposed boundary?"

_ACCURACY = "boundary_accuracy_default_ft"
_LAND_ABOVE = "appearance_land_above_sqft"
_ANSWERS = {State.PASS: True, State.FAIL: False}


def judge(facts: AppearanceFacts, parameters: Parameters) -> Finding:
    """Say whether a person may speak at the hearing on necessity and benefit; comments anyone may file.

    Parameters
    ----------
    facts
        The person, compared with owners of record exactly as given, and the parcels that the person may own with
        their land (square feet) and its greatest width (feet) within the boundary. Touching is area 0.
    parameters
        The law on the date of the hearing.

    Returns
    -------
    Finding
        `pass` where one of the person's parcels has land inside; `within_tolerance` where that is no wider than the
        accuracy; `needs_evidence` where an unknown owner or an unknown overlap could make the person an owner within;
        else `fail`. The finding's subject is the person as given.

    Raises
    ------
    FactsInvalid
        An area, width or accuracy is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(4)(c).
    """
    parcels = facts.parcels or ()
    _refuse_impossible(facts, parcels)
    accuracy_ft = facts.boundary_accuracy_ft
    parameters_used = [used(parameters.get(_LAND_ABOVE))]
    if accuracy_ft is None:
        accuracy_ft = parameters.number(_ACCURACY)
        parameters_used.append(used(parameters.get(_ACCURACY)))
    above_sqft = parameters.number(_LAND_ABOVE)
    owned: dict[Overlap, list[str]] = {found: [] for found in Overlap}
    doubtful = []
    for parcel in parcels:
        found = polygon_overlap(parcel.overlap_area_sqft, parcel.overlap_width_ft, accuracy_ft, above_sqft)
        if facts.person is not None and facts.person in (parcel.owners or ()):
            owned[found].append(parcel.parcel_id)
        elif not parcel.owners and found is not Overlap.NONE:
            doubtful.append(parcel.parcel_id)
    state = _state(facts, owned, doubtful)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={
            "parcels_within": [*owned[Overlap.REAL]],
            "sliver_parcels": [*owned[Overlap.SLIVER]],
            "parcels_owner_unknown": [*doubtful],
            "may_file_comments": True,
            "boundary_accuracy_ft": number(accuracy_ft),
        },
        readings={},
        because=_because(facts, owned, doubtful, accuracy_ft),
        parameters=tuple(parameters_used),
        subject=facts.person,
    )


def _state(facts: AppearanceFacts, owned: dict[Overlap, list[str]], doubtful: list[str]) -> State:
    if facts.person is None or facts.parcels is None:
        return State.NEEDS_EVIDENCE
    if owned[Overlap.REAL]:
        return State.PASS
    if owned[Overlap.SLIVER]:
        return State.WITHIN_TOLERANCE
    return State.NEEDS_EVIDENCE if doubtful or owned[Overlap.UNKNOWN] else State.FAIL


def _because(
    facts: AppearanceFacts, owned: dict[Overlap, list[str]], doubtful: list[str], accuracy_ft: Fraction
) -> str:
    """Say why without naming the person, whom a finding may be shown beside."""
    if facts.person is None:
        return "Who wants to appear is not on file; anyone may file written comments."
    if facts.parcels is None:
        return "Who owns which land within the boundary is not on file; anyone may file written comments."
    if owned[Overlap.REAL]:
        within = _parcels(owned[Overlap.REAL])
        return f"This person owns land within the boundary ({within}), so may appear on necessity and benefit."
    if owned[Overlap.SLIVER]:
        return (
            f"Of this person's land only slivers are within the boundary ({_parcels(owned[Overlap.SLIVER])}), no wider "
            f"than the {quantity(accuracy_ft, 3)} ft to which the boundaries are known, so the board must look."
        )
    said = []
    if doubtful:
        said.append(f"who owns {_parcels(doubtful)}, with land within the boundary, is not known")
    if owned[Overlap.UNKNOWN]:
        said.append(f"how much of {_parcels(owned[Overlap.UNKNOWN])} is within the boundary is not known")
    if said:
        return f"Whether this person owns land within the boundary cannot be said: {'; '.join(said)}."
    return (
        "This person owns no land within the boundary; touching it is not enough, but anyone may file written comments."
    )


def _parcels(ids: list[str]) -> str:
    return f"parcel{'s' if len(ids) > 1 else ''} {listed(ids)}"


def _refuse_impossible(facts: AppearanceFacts, parcels: tuple[OwnedParcel, ...]) -> None:
    refuse_negative([("boundary_accuracy_ft", facts.boundary_accuracy_ft)])
    for i, parcel in enumerate(parcels):
        fields = ("overlap_area_sqft", "overlap_width_ft")
        refuse_negative((f"parcels[{i}].{field}", getattr(parcel, field)) for field in fields)
