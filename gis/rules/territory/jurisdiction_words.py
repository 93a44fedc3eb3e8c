"""How does TSD-01 explain itself: the sentence, and what the finding took for granted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.model.facts.territory import JurisdictionFacts
from gis.model.finding import Reading, State
from gis.rules.territory.leading import Lead, Outcome, towns
from gis.rules.territory.taxable_value import ParcelLists, Tally
from gis.rules.words import dollars, listed, percent, quantity


@dataclass(frozen=True, slots=True)
class ForeignValue:
    """Value inside the line on land of a village or city."""

    municipality: str
    value: Fraction | None
    equalized: bool
    """Whether the value is equalized; else it is assessed value, for want of a ratio."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """Everything that decided who leads."""

    facts: JurisdictionFacts
    values: Tally
    found: Outcome
    margin: Lead | None
    ratio_bounds: tuple[Fraction, Fraction]
    parcels: ParcelLists


def because(weighing: Weighing) -> str:
    """Say in one sentence why the finding is what it is, with the numbers in it."""
    facts, values, found, margin = weighing.facts, weighing.values, weighing.found, weighing.margin
    if found.state is State.NOT_APPLICABLE:
        return "No town has land inside the line, so no town board can have jurisdiction."
    if found.state is State.NEEDS_EVIDENCE:
        return f"Which town leads cannot be said yet: {_missing(weighing)}."
    if found.state is State.UNDETERMINED:
        top = max(values.spans[town].low for town in towns(facts))
        tied = [town for town in towns(facts) if values.spans[town].low == top]
        return (
            f"{listed(tied)} have exactly the same equalized value inside, {dollars(top)} each, and the statute "
            "does not say who decides on a tie."
        )
    if len(towns(facts)) == 1:
        said = f"{found.leader} is the only town with land inside, so its board has jurisdiction"
    else:
        said = "" if margin is None else _leading(facts, values, found, margin)
    if found.state is State.WITHIN_TOLERANCE and margin is not None:
        said = f"{said}; {_worst_case(facts, margin)}"
    return f"{said}."


def _leading(facts: JurisdictionFacts, values: Tally, found: Outcome, margin: Lead) -> str:
    value, rival_value = values.spans[found.leader or ""].low, values.spans[margin.rival].low
    portion = ""
    spans = [values.spans[town] for town in towns(facts)]
    if all(span.is_known for span in spans):
        total = sum((span.low for span in spans), start=Fraction(0))
        # Percentages that print alike would show a lead as a tie; then only the dollars speak.
        if percent(value / total) != percent(rival_value / total):
            portion = f" ({percent(value / total)})"
    return (
        f"{found.leader} has the largest equalized value inside, {dollars(value)}{portion}, which is "
        f"{dollars(margin.value)} more than {margin.rival} with {dollars(rival_value)}"
    )


def _worst_case(facts: JurisdictionFacts, margin: Lead) -> str:
    accuracy = facts.boundary_accuracy_ft
    moved = "the accuracy of the layers" if accuracy is None else f"the accuracy of {quantity(accuracy, 3)} ft"
    if margin.low is None:
        worst = f"land of unknown value could come in for {margin.threatening}"
    elif margin.low == 0:
        worst = f"{margin.threatening} could draw level"
    else:
        worst = f"{margin.threatening} could be ahead by {dollars(-margin.low)}"
    return f"but with the line moved by {moved}, {worst}, so a person must look"


def _missing(weighing: Weighing) -> str:
    """Say which facts are missing."""
    facts, values, unknown = weighing.facts, weighing.values, weighing.parcels.unknown_in_towns
    parts = ["which municipalities have land inside is not on file"] if facts.municipalities is None else []
    above, below = (quantity(bound, 6) for bound in weighing.ratio_bounds)
    for municipality in facts.inside:
        name, ratio = municipality.name, municipality.assessment_ratio
        if municipality.kind != "town" or name not in values.missing_ratio:
            continue
        if ratio is None:
            parts.append(f"the assessment ratio of {name} is not on file")
        else:
            parts.append(
                f"{quantity(ratio, 6)} cannot be the assessment ratio of {name}, which lies between {above} and {below}"
            )
    silent = [name for name in values.missing_value if name in towns(facts)]
    if silent:
        parts.append(f"the value inside is not stated for {listed(silent)}")
    if values.unlisted:
        parts.append(f"value is stated for {listed(values.unlisted)} without saying its kind and assessment ratio")
    if unknown:
        parts.append(f"value or taxability is not known for {_parcels(unknown)}")
    if weighing.parcels.of_unknown_share:
        parts.append(f"what share is inside is not known for {_parcels(weighing.parcels.of_unknown_share)}")
    return "; ".join(parts)


def notes(weighing: Weighing, foreign: Sequence[ForeignValue], readings: Mapping[str, Reading]) -> list[str]:
    """Say in sentences what the finding took for granted."""
    found, parcels = weighing.found, weighing.parcels
    said = ["Equalized full value is defined in 60.70(2), outside the five texts on file; its text was read."]
    if weighing.facts.parcels is None:
        said.append("Only totals are stated, so cut parcels and tax increments cannot be counted another way.")
    for row in foreign:
        basis = "equalized" if row.equalized else "assessed"
        amount = "Value" if row.value is None else f"{dollars(row.value)} of {basis} value"
        said.append(f"{amount} on land of {row.municipality} inside the line counts for no town.")
    left_out = (*parcels.unknown, *parcels.of_unknown_share)
    if left_out:
        said.append(f"The values shown leave out what is not known of {_parcels(left_out)}.")
    if parcels.disputed:
        said.append(
            f"Roll and polygons disagree about the municipality of {_parcels(parcels.disputed)}: counted where "
            "the roll puts them, whose assessor set the value; the reading by_polygon follows the polygons."
        )
    if found.is_settled:
        said.extend(
            f"The reading {name} gives {reading.answer or 'a tie'} instead."
            for name, reading in readings.items()
            if Outcome(reading.state).is_settled and reading.answer != found.leader
        )
    return said


def _parcels(ids: Sequence[str]) -> str:
    return f"parcel{'s' if len(ids) > 1 else ''} {listed(ids)}"
