"""How are standing, share and days of an assessment said: the same on paper, on a map and in its list?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gis.model.assessment import AssessedParcel, AssessmentDay, Standing
from gis.model.finding import Finding
from gis.model.state_words import STATE_WORDS
from gis.proposals.assessment.stating import AS_STATED
from gis.proposals.view import area_words
from gis.rules.words import day_words, dollars, quantity

STANDING_WORDS: Mapping[Standing, str] = {
    "assessed": "assessed in full",
    "partly_exempt": "assessed for the part that is not exempt",
    "capped": "assessed up to the cap of a connected structure",
    "exempt": "exempt",
    "open": "open: evidence is wanting",
}
"""How a parcel stands, in words that follow a number of parcels."""


def when_words(day: AssessmentDay) -> str:
    """Say when a step is to be done, until when it still counts, and by when to plan it."""
    if day.last is None:
        when = "open"
    elif day.first is None:
        when = f"by {day_words(day.last)}"
    else:
        when = f"{day_words(day.first)} to {day_words(day.last)}"
    rolled = f", counts until {day_words(day.rolled)}" if day.rolled not in (None, day.last) and day.rolled else ""
    plan = f", plan by {day_words(day.plan_by)}" if day.plan_by not in (None, day.last) and day.plan_by else ""
    return f"{when}{rolled}{plan}"


def stated_words(day: AssessmentDay) -> str:
    """Say the day that is stated of a step, and whether it is in time; nothing where none is."""
    if day.done is None:
        return ""
    standing = "" if day.in_time is None else ", in time" if day.in_time else ", NOT IN TIME"
    return f"{day_words(day.done)}{standing}"


def shift_words(parcel: AssessedParcel) -> str:
    """Say how much more or less a parcel pays because others, or it, are exempt."""
    return f"{dollars(abs(parcel.shift))} {'more' if parcel.shift > 0 else 'less'}"


def share_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield what a parcel pays, how that is reckoned, and what exemptions and what is open change."""
    yield "Pays", dollars(parcel.amount)
    yield "Arithmetic", parcel.arithmetic
    unexempt = f"had nobody been exempt {dollars(parcel.unexempt_amount)}"
    yield "Because of exemptions", f"{shift_words(parcel)}; {unexempt}" if parcel.shift else f"no change; {unexempt}"
    if parcel.amount_if_exempt is not None:
        yield "If what is open is exempt", dollars(parcel.amount_if_exempt)
    if parcel.amount_if_cap_unexempt is not None:
        yield "If the cap is at the rate had nobody been exempt", dollars(parcel.amount_if_cap_unexempt)
    if parcel.amount_if_both is not None and parcel.amount_if_both != parcel.amount_if_exempt:
        yield (
            "If what is open is exempt, and the cap is at the rate had nobody been exempt",
            dollars(parcel.amount_if_both),
        )
    if parcel.interest is not None:
        yield "Interest beside it", dollars(parcel.interest)


def measure_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield the front of a parcel, street by street, its area, and its units where units are a basis."""
    if parcel.frontage_ft is not None and not parcel.fronts:
        yield "Front", f"{quantity(parcel.frontage_ft, 3)} ft"
    for each in parcel.fronts:
        doubt = "" if each.is_certain else "; no record draws the edge of this street"
        name = f"Front, {AS_STATED}" if each.street == AS_STATED else f"Front on {each.street}"
        yield name, f"{quantity(each.length_ft, 3)} ft{doubt}"
    if parcel.area_sqft is not None:
        yield "Area", area_words(float(parcel.area_sqft))
    if parcel.units is not None and any(part.basis == "unit" for part in parcel.parts):
        yield "Units", quantity(parcel.units, 3)


def reason_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield why a parcel stands as it does, where no rule says so, and what is noted of it."""
    if not parcel.findings and parcel.standing != "assessed":
        yield "Why", f"{parcel.why[:1].upper()}{parcel.why[1:]}."
    yield from (("Note", note) for note in parcel.notes)


def finding_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield each finding of a parcel with its citation and state, as one line of facts."""
    yield from ((finding_title(each), f"{_state(each)}: {each.because}") for each in parcel.said)


def place_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield the site address and the municipality of a parcel."""
    if parcel.site_address is not None:
        yield "Site address", parcel.site_address
    if parcel.municipality is not None:
        yield "Municipality on the roll", parcel.municipality


def finding_title(finding: Finding) -> str:
    """Return the rule of a finding with its citation."""
    return f"{finding.rule}, {finding.citation}"


def _state(finding: Finding) -> str:
    words = STATE_WORDS[finding.state]
    return f"{words[:1].upper()}{words[1:]}"
