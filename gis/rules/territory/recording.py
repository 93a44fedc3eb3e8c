"""Is the order filed and recorded wherever it must be: TSD-15, Wis. Stat. 60.71(7)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.territory import CountyFact, RecordingFacts
from gis.model.finding import Finding, Margin, State
from gis.rules.formulas import chosen
from gis.rules.impossible import refuse_negative, refuse_twice
from gis.rules.territory.overlap import Overlap, polygon_overlap
from gis.rules.words import listed, quantity, used

ID = "TSD-15"
VERSION = "1"
CITATION = "Wis. Stat. 60.71(7)"
QUESTION = "Is the order filed with the DNR and recorded in every county in which the district lies?"

_ACCURACY = "boundary_accuracy_default_ft"
_PLACES = "order_recorded_in"
_TOUCHING_SQFT = Fraction(0)
"""Counties that share an edge or a corner have this much in common; it is no land."""


def judge(facts: RecordingFacts, parameters: Parameters) -> Finding:
    """Say in which counties the order is recorded, and whether that is done.

    Parameters
    ----------
    facts
        Common land (square feet) and greatest width (feet) of the district and each county; sharing an edge or a
        corner is area 0. Counties where the order is recorded.
    parameters
        The law on the date of the order.

    Returns
    -------
    Finding
        `within_tolerance` where a county touched only by a sliver has no recording: a person decides; else
        `needs_evidence` where a recording or the filing is missing or not known, an overlap is not known, or no
        county claims land wider than the accuracy; else `pass`. No deadline is stated, so nothing is late.

    Raises
    ------
    FactsInvalid
        An area, width or accuracy is negative, or a county stands twice.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(7).
    """
    counties = facts.counties or ()
    _refuse_impossible(facts, counties)
    accuracy_ft = facts.boundary_accuracy_ft
    parameters_used = [used(parameters.get(_PLACES))]
    if accuracy_ft is None:
        accuracy_ft = parameters.number(_ACCURACY)
        parameters_used.append(used(parameters.get(_ACCURACY)))
    classes = {
        county.name: polygon_overlap(county.overlap_area_sqft, county.overlap_width_ft, accuracy_ft, _TOUCHING_SQFT)
        for county in counties
    }
    required, review = chosen(parameters, _PLACES, _COUNTIES_BY)(classes), _named(classes, Overlap.SLIVER)
    missing = None if facts.recorded_in is None else [name for name in required if name not in facts.recorded_in]
    unsettled = [name for name in review if name not in (facts.recorded_in or ())]
    gaps = _gaps(facts, classes, missing, accuracy_ft)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.WITHIN_TOLERANCE if unsettled else State.NEEDS_EVIDENCE if gaps else State.PASS,
        answer=None if facts.counties is None else [*required],
        measures={
            "county_count": None if facts.counties is None else len(required),
            "review_counties": [*review],
            "missing_counties": None if missing is None else [*missing],
            "boundary_accuracy_ft": number(accuracy_ft),
            "overlap_sqft_by_county": {row.name: number_or_null(row.overlap_area_sqft) for row in counties},
            "overlap_width_ft_by_county": {row.name: number_or_null(row.overlap_width_ft) for row in counties},
            "unclaimed_area_sqft": number(facts.unclaimed_area_sqft),
        },
        readings={},
        because=_because(required, [row for row in counties if row.name in unsettled], gaps, accuracy_ft),
        parameters=tuple(parameters_used),
        margin=_margin(counties, required, accuracy_ft),
    )


def _in_every_county(classes: Mapping[str, Overlap]) -> list[str]:
    return _named(classes, Overlap.REAL)


_COUNTIES_BY = {"every_county": _in_every_county}
"""In which of the counties the order is recorded, by the choice of the law."""


def _named(classes: Mapping[str, Overlap], wanted: Overlap) -> list[str]:
    return sorted(name for name, found in classes.items() if found is wanted)


def _gaps(
    facts: RecordingFacts, classes: Mapping[str, Overlap], missing: list[str] | None, accuracy_ft: Fraction
) -> list[str]:
    """Say what is missing before anyone can say that all is done."""
    gaps = []
    unknown = _named(classes, Overlap.UNKNOWN)
    if not facts.counties:
        gaps.append("which counties the district lies in is not known")
    if unknown:
        gaps.append(f"how much of the district lies in {listed(unknown)} is not known")
    if facts.unclaimed_area_sqft > 0 and facts.unclaimed_width_ft > accuracy_ft:
        gaps.append(
            f"no county on file claims {quantity(facts.unclaimed_area_sqft, 2)} sq ft of the district, up to "
            f"{quantity(facts.unclaimed_width_ft, 3)} ft wide"
        )
    if missing is None:
        gaps.append("where it is recorded is not on file")
    elif missing:
        gaps.append(f"no recording in {listed(missing)} is on file")
    if facts.filed_with_dnr is None:
        gaps.append("whether copies are filed with the DNR is not on file")
    elif not facts.filed_with_dnr:
        gaps.append("no copies are filed with the DNR")
    return gaps


def _because(required: list[str], unsettled: list[CountyFact], gaps: list[str], accuracy_ft: Fraction) -> str:
    said = [f"the district lies in {listed(required)}, so the order has to be recorded there"] if required else []
    said += [
        f"{quantity(row.overlap_area_sqft or Fraction(0), 2)} sq ft of {row.name} are inside, no wider than the "
        f"{quantity(accuracy_ft, 3)} ft to which the boundaries are known, so a person must say whether it is "
        f"recorded in {row.name} too"
        for row in unsettled
    ]
    said += gaps or (["copies are filed with the DNR, and nothing is missing"] if not unsettled else [])
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _margin(counties: tuple[CountyFact, ...], required: list[str], accuracy_ft: Fraction) -> Margin | None:
    """Compare the width nearest to the accuracy with it, and the answer at both ends of the widths' interval."""
    measured = [row for row in counties if row.overlap_width_ft is not None]
    if not measured:
        return None
    nearest = min(measured, key=lambda row: abs((row.overlap_width_ft or Fraction(0)) - accuracy_ft))
    holds = None
    if any(row.width_low_ft is not None or row.width_high_ft is not None for row in counties):
        ends = ("width_low_ft", "width_high_ft")
        holds = all(_required_at(counties, end, accuracy_ft) == required for end in ends)
    return Margin(
        measure="overlap_width_ft",
        unit="ft",
        value=number_or_null(nearest.overlap_width_ft),
        threshold=number(accuracy_ft),
        low=number_or_null(nearest.width_low_ft),
        high=number_or_null(nearest.width_high_ft),
        accuracy_ft=float(accuracy_ft),
        holds=holds,
    )


def _required_at(counties: tuple[CountyFact, ...], end: str, accuracy_ft: Fraction) -> list[str]:
    """Name the counties wider inside than the accuracy, with the line moved to one end."""
    found = []
    for row in counties:
        moved_ft: Fraction | None = getattr(row, end)
        if moved_ft is None:
            moved = polygon_overlap(row.overlap_area_sqft, row.overlap_width_ft, accuracy_ft, _TOUCHING_SQFT)
            is_required = moved is Overlap.REAL
        else:
            is_required = moved_ft > accuracy_ft
        found += [row.name] if is_required else []
    return sorted(found)


def _refuse_impossible(facts: RecordingFacts, counties: tuple[CountyFact, ...]) -> None:
    fields = ("boundary_accuracy_ft", "unclaimed_area_sqft", "unclaimed_width_ft")
    refuse_negative((field, getattr(facts, field)) for field in fields)
    for i, row in enumerate(counties):
        fields_of_row = ("overlap_area_sqft", "overlap_width_ft", "width_low_ft", "width_high_ft")
        refuse_negative((f"counties[{i}].{field}", getattr(row, field)) for field in fields_of_row)
    refuse_twice((f"counties[{i}].name", row.name) for i, row in enumerate(counties))
