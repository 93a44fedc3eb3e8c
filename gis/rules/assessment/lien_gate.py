"""Was the notice of lien recorded in time, saying what it must, and for which parcels: SA-06, Wis. Stat. 66.0721(3)."""

from __future__ import annotations

import datetime as dt

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.facts.assessment import LienFacts, LienParcel
from gis.model.finding import Finding, State
from gis.rules.assessment.lien import LIEN_DAYS, lien_deadline, lien_early_note, lien_said, lien_state
from gis.rules.deadline import COUNTING_NOTE, counting_used
from gis.rules.impossible import refuse_twice
from gis.rules.words import listed, sentence

ID = "SA-06"
VERSION = "1"
CITATION = "Wis. Stat. 66.0721(3)(b)-(c)"
QUESTION = "Was the lien notice recorded within 90 days after the first levy, saying what it must?"

_LOST: list[JsonValue] = ["(b)", "(c)"]
_NEVER_LOST = "What may be levied for a connected structure under 66.0721(3)(a) does not hang on the lien."


def judge(facts: LienFacts, parameters: Parameters) -> Finding:
    """Say whether the notice of lien was recorded in time and says what it must, and which parcels it is for.

    Parameters
    ----------
    facts
        First levy in the service area, recording, what the notice describes, and parcels with their eligibility and
        whether they lie in the service area.
    parameters
        The law on the date of the first levy.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D); `fail` also where the notice does not describe the exemption;
        `needs_evidence` also where that is not known of a notice in time.

    Raises
    ------
    FactsInvalid
        A parcel stands twice, or the time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b) and (c).
    """
    parcels = facts.parcels or ()
    refuse_twice((f"parcels[{i}].parcel_id", parcel.parcel_id) for i, parcel in enumerate(parcels))
    due = lien_deadline(facts.first_levy, parameters, facts.recorded, facts)

    def judge_by(last_day: dt.date | None) -> State:
        if facts.describes_exemption is False:
            return State.FAIL
        in_time = lien_state(facts.recorded, last_day)
        return State.NEEDS_EVIDENCE if in_time is State.PASS and facts.describes_exemption is None else in_time

    state = judge_by(due.rolled_day)
    lists = _lists(parcels)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=due.answer,
        measures={
            **due.measures(),
            "lost": _LOST if state is State.FAIL else [],
            **{name: [*ids] for name, ids in lists.items()},
        },
        readings=due.readings(judge_by),
        because=sentence([*lien_said(facts.recorded, due), *_notice_said(facts), *_lists_said(lists)]),
        parameters=counting_used(parameters, LIEN_DAYS),
        notes=(COUNTING_NOTE, _NEVER_LOST, *lien_early_note(due)),
    )


def _lists(parcels: tuple[LienParcel, ...]) -> dict[str, list[str]]:
    """Return the parcels on the list of liens, and those of which nobody knows whether they belong there."""
    inside = [parcel for parcel in parcels if parcel.in_service_area]
    return {
        "lien_list": [parcel.parcel_id for parcel in inside if parcel.farmland_eligible],
        "eligibility_unknown": [parcel.parcel_id for parcel in inside if parcel.farmland_eligible is None],
        "service_area_unknown": [
            parcel.parcel_id
            for parcel in parcels
            if parcel.in_service_area is None and parcel.farmland_eligible is not False
        ],
    }


def _notice_said(facts: LienFacts) -> list[str]:
    if facts.describes_exemption is False:
        return ["the notice does not describe the exemption and the potential assessment, so it does not count"]
    return ["whether the notice describes the exemption is not known"] if facts.describes_exemption is None else []


def _lists_said(lists: dict[str, list[str]]) -> list[str]:
    doubtful = lists["eligibility_unknown"] + lists["service_area_unknown"]
    return [
        *([f"a lien belongs on {listed(lists['lien_list'])}"] if lists["lien_list"] else []),
        *([f"whether one belongs on {listed(doubtful)} is not known"] if doubtful else []),
    ]
