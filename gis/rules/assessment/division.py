"""What may be levied on each parcel after exempt land is divided: SA-04, Wis. Stat. 66.0721(3)(b)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.assessment import LandDivisionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.apportionment import apportioned
from gis.rules.assessment.interest import interest_run
from gis.rules.assessment.lien import LIEN_DAYS, lien_deadline, lien_early_note, lien_said, lien_state
from gis.rules.assessment.refusals import refuse_no_ground, refuse_rate
from gis.rules.deadline import COUNTING_NOTE, counting_used
from gis.rules.impossible import refuse_before, refuse_parts_of_cent, refuse_twice
from gis.rules.words import are_not_known, day_words, dollars, listed, not_known, sentence, used

ID = "SA-04"
VERSION = "1"
CITATION = "Wis. Stat. 66.0721(3)(b)"
QUESTION = "What may be levied on each parcel after the land is divided?"

_PARCELS = "farmland_division_parcels"
_READINGS = {
    "lien_rolled": "A last day for the lien that is a closed day moves on.",
    "lien_calendar_day": "No closed day moves the last day for the lien.",
}
_NOTHING_LEFT = "What was levied before is as much as may be levied in all, or more; nothing more may be levied."
_EVERY_PARCEL = (
    "Every parcel of the division bears its part by area, also one that is still farmed. The text does not say whether "
    "an earlier levy is credited, or how land dedicated in a plat counts; the earlier levy is credited here."
)


def judge(facts: LandDivisionFacts, parameters: Parameters) -> Finding:
    """Say what may be levied on each parcel of a division.

    Parameters
    ----------
    facts
        First levy, lien and division; the assessment had the land not been exempt, and what was already levied
        (dollars); each parcel's area and use; for interest this levy and the average rate for a year.
    parameters
        The law on the date of the first levy.

    Returns
    -------
    Finding
        `not_applicable` for a division that is none, is no later than the first levy, or after which all the land
        stays in exclusive use; `fail` where the lien is not recorded in time; `needs_evidence` for a fact not known;
        else `pass` with the amount of each parcel.

    Raises
    ------
    FactsInvalid
        A parcel stands twice or has no area, an amount is negative or has parts of a cent, a rate is not from 0 to 1,
        or the levy is before the division.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b). By largest remainder, ties to the earlier parcel, so that the parts sum to the total.
    """
    _refuse_impossible(facts)
    due = lien_deadline(facts.first_levy, parameters, facts.lien_recorded)
    outside = _outside(facts, parameters.whole(_PARCELS))
    undecided, unpriced = _unknown_division(facts), _unknown_amounts(facts)

    def judge_by(last_day: dt.date | None) -> State:
        if outside:
            return State.NOT_APPLICABLE
        recorded = State.NEEDS_EVIDENCE if undecided else lien_state(facts.lien_recorded, last_day)
        return State.NEEDS_EVIDENCE if recorded is State.PASS and unpriced else recorded

    total = _total(facts)
    parts = None if total is None or unpriced else _parts(facts, total)
    states = {"lien_rolled": judge_by(due.rolled_day), "lien_calendar_day": judge_by(due.day)}
    state = states["lien_rolled"]
    passed = state is State.PASS
    interest = interest_run(total, facts.average_rate, facts.divided, facts.levied) if passed else None
    lien = lien_said(facts.lien_recorded, due)
    said = [outside] if outside else [are_not_known(undecided)] if undecided else lien
    if state is not State.FAIL and not outside and unpriced:
        said = [*said, are_not_known(unpriced)]
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=parts if passed else None,
        answer_unit="usd",
        measures={
            "total_amount": None if total is None else money(total),
            "interest": None if interest is None else money(interest.due()),
            "lien_deadline": due.answer,
        },
        readings={}
        if outside
        else {
            name: Reading(found, parts if found is State.PASS else None, _READINGS[name])
            for name, found in states.items()
        },
        because=sentence(
            [
                *said,
                *(_levy_said(facts, total) if passed else []),
                *([] if interest is None else [interest.said]),
            ]
        ),
        parameters=(used(parameters.get(_PARCELS)), *counting_used(parameters, LIEN_DAYS)),
        notes=(
            COUNTING_NOTE,
            _EVERY_PARCEL,
            *lien_early_note(due),
            *([_NOTHING_LEFT] if total == 0 and facts.unexempt_amount else []),
        ),
    )


def _outside(facts: LandDivisionFacts, at_least: int) -> str:
    """Say in a clause why the paragraph does not govern; empty where it may."""
    parcels, levy, divided = facts.parcels, facts.first_levy, facts.divided
    if parcels is not None and len(parcels) < at_least:
        return f"a division makes at least {at_least} parcels, and {len(parcels) or 'none'} is stated"
    if parcels is not None and all(parcel.exclusively_agricultural_or_camp for parcel in parcels):
        return "every parcel stays devoted exclusively to agricultural use or to use as a camp"
    if levy is not None and divided is not None and divided <= levy:
        return f"the division on {day_words(divided)} does not come after the first levy on {day_words(levy)}"
    return ""


def _unknown_division(facts: LandDivisionFacts) -> list[str]:
    """Name what is missing and could change whether the paragraph governs."""
    parcels = facts.parcels or ()
    uses = [parcel.exclusively_agricultural_or_camp for parcel in parcels]
    of_unknown_use = [parcel.parcel_id for parcel in parcels if parcel.exclusively_agricultural_or_camp is None]
    return [
        *not_known(
            ("the day of the first levy in the service area", facts.first_levy),
            ("the day of the division", facts.divided),
            ("the list of the parcels made", facts.parcels),
        ),
        *([f"the use of {listed(of_unknown_use)}"] if of_unknown_use and False not in uses else []),
    ]


def _unknown_amounts(facts: LandDivisionFacts) -> list[str]:
    """Name what is missing to say how much may be levied on each parcel."""
    unmeasured = [parcel.parcel_id for parcel in facts.parcels or () if parcel.area_acres is None]
    return [
        *not_known(
            ("what would have been levied had the land not been exempt", facts.unexempt_amount),
            ("what was already levied", facts.already_levied),
        ),
        *([f"the area of {listed(unmeasured)}"] if unmeasured else []),
    ]


def _total(facts: LandDivisionFacts) -> Fraction | None:
    """Return what may still be levied in all, in dollars."""
    if facts.unexempt_amount is None or facts.already_levied is None:
        return None
    return max(facts.unexempt_amount - facts.already_levied, Fraction(0))


def _parts(facts: LandDivisionFacts, total: Fraction) -> dict[str, JsonValue] | None:
    areas = {parcel.parcel_id: parcel.area_acres for parcel in facts.parcels or () if parcel.area_acres is not None}
    return {name: money(part) for name, part in apportioned(total, areas).items()} if areas else None


def _levy_said(facts: LandDivisionFacts, total: Fraction | None) -> list[str]:
    if total is None or facts.divided is None:
        return []
    parcels = len(facts.parcels or ())
    return [f"{dollars(total)} may be levied on the {parcels} parcels of {day_words(facts.divided)} by their area"]


def _refuse_impossible(facts: LandDivisionFacts) -> None:
    for name in ("unexempt_amount", "already_levied"):
        refuse_parts_of_cent(name, getattr(facts, name))
    refuse_rate("average_rate", facts.average_rate)
    parcels = facts.parcels or ()
    refuse_twice((f"parcels[{i}].parcel_id", parcel.parcel_id) for i, parcel in enumerate(parcels))
    for i, parcel in enumerate(parcels):
        refuse_no_ground(f"parcels[{i}].area_acres", parcel.area_acres)
    why = "The levy under 66.0721(3)(b) follows the division."
    refuse_before("levied", facts.levied, "divided", facts.divided, why)
