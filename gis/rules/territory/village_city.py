"""Is the district free of village and city land: TSD-09, Wis. Stat. 60.71(5)(a)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pydantic import JsonValue

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import number
from gis.model.facts.territory import OverlapFact, VillageCityFacts
from gis.model.finding import Finding, Margin, State
from gis.rules.territory.overlap import Overlap, polygon_overlap
from gis.rules.words import are_not_known, listed, quantity, used
from gis.units import acres

ID = "TSD-09"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(5)(a)"
QUESTION = "Is the district free of territory located in a village or city?"


def judge(facts: VillageCityFacts, parameters: Parameters) -> Finding:
    """Say whether any village or city land is inside the district.

    Parameters
    ----------
    facts
        Common area (square feet) and greatest width (feet) of the district and each municipality. Towns are
        ignored; sharing an edge or a corner is area 0 and no overlap.
    parameters
        The law on the date of the proposal.

    Returns
    -------
    Finding
        `not_applicable` for land annexed later; `fail` for a real overlap: wider than the accuracy, of unknown
        width, a whole parcel, or a parcel that the roll places in the village or city; else `needs_evidence`
        where an area is unknown or no municipality claims land wider than the accuracy; `within_tolerance` for
        slivers only; `pass` for nothing.

    Raises
    ------
    FactsInvalid
        An area, width or accuracy is negative, or a municipality stands twice.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(5)(a). Land annexed to a village or city after creation is governed by 60.79.
    """
    _refuse_impossible(facts)
    permitted = parameters.get("village_city_overlap_permitted_sqft")
    permitted_sqft = parameters.number("village_city_overlap_permitted_sqft")
    parameters_used = [used(permitted)]
    if facts.boundary_accuracy_ft is None:
        accuracy_ft = parameters.number("boundary_accuracy_default_ft")
        parameters_used.append(used(parameters.get("boundary_accuracy_default_ft")))
    else:
        accuracy_ft = facts.boundary_accuracy_ft
    rows = [overlap for overlap in facts.overlaps or () if overlap.kind != "town"]
    classes = {row.name: overlap_class(row, row.overlap_width_ft, accuracy_ft, permitted_sqft) for row in rows}
    state = _state(facts, classes, unclaimed=_is_unclaimed(facts, accuracy_ft))
    real = _named(classes, Overlap.REAL)
    answer: JsonValue = [*real]
    if state in {State.NOT_APPLICABLE, State.NEEDS_EVIDENCE}:
        answer = None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=answer,
        measures=_measures(facts, rows, classes, accuracy_ft),
        readings={},
        because=_because(facts, state, rows, classes, accuracy_ft),
        parameters=tuple(parameters_used),
        margin=_margin(facts, rows, (state, real), accuracy_ft, permitted_sqft),
        notes=tuple(_notes(rows, classes)),
    )


def overlap_class(
    overlap: OverlapFact, width_ft: Fraction | None, accuracy_ft: Fraction, permitted_sqft: Fraction
) -> Overlap:
    """Class an overlap of two polygons: none, sliver, real or unknown.

    Parameters
    ----------
    overlap
        The common land; an area below the hundredth of a square foot is none.
    width_ft
        Greatest width to class it by, feet; null with a positive area is taken as wide.
    accuracy_ft
        Accuracy of the boundaries compared, feet; a width of exactly that is a sliver.
    permitted_sqft
        Area that the law permits.

    Returns
    -------
    Overlap
        Whole parcels, and parcels that the roll places there, make it real whatever the width.
    """
    if overlap.accuracy_ft is not None:
        accuracy_ft = overlap.accuracy_ft
    found = Overlap.REAL
    if not overlap.whole_parcels and not overlap.roll_parcels:
        found = polygon_overlap(overlap.overlap_area_sqft, width_ft, accuracy_ft, permitted_sqft)
    # Land of a town would be no overlap at all, so that of a municipality of unknown kind may be either.
    return Overlap.UNKNOWN if overlap.kind is None and found is not Overlap.NONE else found


def _state(facts: VillageCityFacts, classes: dict[str, Overlap], *, unclaimed: bool) -> State:
    found = set(classes.values())
    if facts.occasion == "annexed_later":
        return State.NOT_APPLICABLE
    if facts.occasion is None:
        return State.NEEDS_EVIDENCE
    if Overlap.REAL in found:
        return State.FAIL
    if facts.overlaps is None or Overlap.UNKNOWN in found or unclaimed:
        return State.NEEDS_EVIDENCE
    return State.WITHIN_TOLERANCE if Overlap.SLIVER in found else State.PASS


def _named(classes: dict[str, Overlap], wanted: Overlap) -> list[str]:
    return [name for name, found in classes.items() if found is wanted]


def _measures(
    facts: VillageCityFacts, rows: list[OverlapFact], classes: dict[str, Overlap], accuracy_ft: Fraction
) -> dict[str, JsonValue]:
    """State the overlap as far as it is known; null where nothing of it is."""
    areas = [row.overlap_area_sqft for row in rows if row.overlap_area_sqft is not None]
    area_sqft = sum(areas, start=Fraction(0)) if areas or not (rows or facts.overlaps is None) else None
    if facts.overlap_total_sqft is not None:  # land that two of them claim is counted once
        area_sqft = facts.overlap_total_sqft
    net = None
    if facts.district_area_acres is not None and area_sqft is not None and len(areas) == len(rows):
        net = facts.district_area_acres - acres(area_sqft)
    return {
        "overlap_area_sqft": _number_or_null(area_sqft),
        "overlap_area_acres": None if area_sqft is None else number(acres(area_sqft)),
        "sliver_names": [*_named(classes, Overlap.SLIVER)],
        "net_area_acres": _number_or_null(net),
        "boundary_accuracy_ft": number(accuracy_ft),
        "overlap_sqft_by_name": {row.name: _number_or_null(row.overlap_area_sqft) for row in rows},
        "overlap_width_ft_by_name": {row.name: _number_or_null(row.overlap_width_ft) for row in rows},
        "unclaimed_area_sqft": number(facts.unclaimed_area_sqft),
        "whole_parcels": [parcel for row in rows for parcel in row.whole_parcels],
        "roll_parcels": [parcel for row in rows for parcel in row.roll_parcels],
    }


def _margin(
    facts: VillageCityFacts,
    rows: list[OverlapFact],
    found: tuple[State, list[str]],
    accuracy_ft: Fraction,
    permitted_sqft: Fraction,
) -> Margin | None:
    """Compare the greatest width with the accuracy, and the outcome at both ends of the width's interval."""
    if not rows:
        return None
    widths = [row.overlap_width_ft for row in rows if row.overlap_width_ft is not None]
    lows = [row.width_low_ft for row in rows if row.width_low_ft is not None]
    highs = [row.width_high_ft for row in rows if row.width_high_ft is not None]
    holds = None
    if lows or highs:
        unclaimed = _is_unclaimed(facts, accuracy_ft)
        ends = (
            [_at(row, row.width_low_ft, row.whole_parcels_low, row.roll_parcels_low) for row in rows],
            [_at(row, row.width_high_ft, row.whole_parcels_high, row.roll_parcels_high) for row in rows],
        )
        classes = [
            {row.name: overlap_class(row, row.overlap_width_ft, accuracy_ft, permitted_sqft) for row in end}
            for end in ends
        ]
        holds = all((_state(facts, end, unclaimed=unclaimed), _named(end, Overlap.REAL)) == found for end in classes)
    return Margin(
        measure="overlap_width_ft",
        unit="ft",
        value=_number_or_null(max(widths, default=None)),
        threshold=number(accuracy_ft),
        low=_number_or_null(max(lows, default=None)),
        high=_number_or_null(max(highs, default=None)),
        accuracy_ft=float(accuracy_ft),
        holds=holds,
    )


def _at(
    row: OverlapFact, width_ft: Fraction | None, whole: tuple[str, ...] | None, roll: tuple[str, ...] | None
) -> OverlapFact:
    """Return the overlap as it would be with the line moved; null leaves a fact as measured."""
    moved = replace(
        row,
        whole_parcels=row.whole_parcels if whole is None else whole,
        roll_parcels=row.roll_parcels if roll is None else roll,
    )
    if width_ft is None or row.overlap_area_sqft is None:
        return moved
    # Land of any width has some area, however little of it is known; of no width it has none.
    area_sqft = max(row.overlap_area_sqft, Fraction(1)) if width_ft > 0 else Fraction(0)
    return replace(moved, overlap_width_ft=width_ft, overlap_area_sqft=area_sqft)


def _because(
    facts: VillageCityFacts,
    state: State,
    rows: list[OverlapFact],
    classes: dict[str, Overlap],
    accuracy_ft: Fraction,
) -> str:
    by_name = {row.name: row for row in rows}
    if state is State.NOT_APPLICABLE:
        return (
            "The land was annexed after the district was made; 60.79 governs that, not the bar on creating a "
            "district with village or city land."
        )
    if state is State.FAIL:
        said = "; ".join(_describe(by_name[name]) for name in _named(classes, Overlap.REAL))
        return f"{said}; a town sanitary district may not include any village or city land."
    if state is State.NEEDS_EVIDENCE:
        return (
            f"Whether any village or city land is inside is not known: {_missing(facts, rows, classes, accuracy_ft)}."
        )
    if state is State.WITHIN_TOLERANCE:
        said = "; ".join(_describe(by_name[name]) for name in _named(classes, Overlap.SLIVER))
        return (
            f"{said}: no wider than the {quantity(accuracy_ft, 3)} ft to which the boundaries are known, so a "
            "person must look."
        )
    return "No land of a village or city is inside the district."


def _missing(
    facts: VillageCityFacts, rows: list[OverlapFact], classes: dict[str, Overlap], accuracy_ft: Fraction
) -> str:
    parts = []
    if facts.occasion is None:
        parts.append("on which occasion the land comes in is not on file, and 60.79 governs land annexed later")
    if facts.overlaps is None:
        parts.append("which municipalities have land inside is not on file")
    asked = [row for row in rows if classes[row.name] is Overlap.UNKNOWN]
    unmeasured = [row.name for row in asked if row.overlap_area_sqft is None]
    if unmeasured:
        parts.append(f"the area of {listed(unmeasured)} inside the district has not been measured")
    of_no_kind = [f"the kind of {row.name}" for row in asked if row.kind is None]
    if of_no_kind:
        parts.append(are_not_known(of_no_kind))
    if _is_unclaimed(facts, accuracy_ft):
        parts.append(
            f"no municipality on file claims {quantity(facts.unclaimed_area_sqft, 2)} sq ft of the district, up "
            f"to {quantity(facts.unclaimed_width_ft, 3)} ft wide"
        )
    return "; ".join(parts)


def _is_unclaimed(facts: VillageCityFacts, accuracy_ft: Fraction) -> bool:
    """Whether land wider than the accuracy belongs to no municipality on file."""
    return facts.unclaimed_area_sqft > 0 and facts.unclaimed_width_ft > accuracy_ft


def _describe(row: OverlapFact) -> str:
    if row.overlap_area_sqft is None:
        text = f"land of {row.name} of unknown area is inside"
    else:
        text = (
            f"{quantity(row.overlap_area_sqft, 2)} sq ft ({quantity(acres(row.overlap_area_sqft), 3)} acres) of "
            f"{row.name} are inside"
        )
    if row.overlap_width_ft is not None:
        text += f", up to {quantity(row.overlap_width_ft, 3)} ft wide"
    if row.whole_parcels:
        text += f", with the whole of {_parcels(row.whole_parcels)}"
    if row.roll_parcels:
        text += f", and the assessment roll places {_parcels(row.roll_parcels)} there"
    return text


def _parcels(ids: tuple[str, ...]) -> str:
    return f"parcel{'s' if len(ids) > 1 else ''} {listed(ids)}"


def _notes(rows: list[OverlapFact], classes: dict[str, Overlap]) -> list[str]:
    unknown = [row.name for row in rows if row.overlap_area_sqft is None]
    if unknown and len(unknown) < len(rows):
        return [f"The overlap shown leaves out {listed(unknown)}, whose area inside is not known."]
    if any(found is Overlap.REAL for found in classes.values()) and any(row.roll_parcels for row in rows):
        return ["Where roll and polygons place a parcel differently, either one is enough to find overlap."]
    return []


def _refuse_impossible(facts: VillageCityFacts) -> None:
    measured = [
        (field, getattr(facts, field))
        for field in ("boundary_accuracy_ft", "district_area_acres", "unclaimed_area_sqft", "unclaimed_width_ft")
    ]
    names: set[str] = set()
    for index, row in enumerate(facts.overlaps or ()):
        measured.extend(
            (f"overlaps[{index}].{field}", getattr(row, field))
            for field in ("overlap_area_sqft", "overlap_width_ft", "width_low_ft", "width_high_ft")
        )
        if row.name in names:
            raise FactsInvalid(
                what=f"{row.name} stands twice.",
                where=f"facts.overlaps[{index}].name",
                why="Its overlap would be counted twice.",
                next="Name each municipality once, with the whole of its common land.",
            )
        names.add(row.name)
    for path, value in measured:
        if value is not None and value < 0:
            raise FactsInvalid(
                what=f"The measure is negative: {float(value)}.",
                where=f"facts.{path}",
                why="No area, width or accuracy is less than nothing.",
                next="Measure it again, or give null where it is not known.",
            )


def _number_or_null(value: Fraction | None) -> int | float | None:
    return None if value is None else number(value)
