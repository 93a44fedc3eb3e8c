"""Is the petitioners' bond filed in time: TSD-05, Wis. Stat. 60.71(3)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days
from gis.law.parameters import Parameters
from gis.model.facts.hearing import BondFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import MINIMUM_NOTE, day_or_null, minimum_notice
from gis.rules.impossible import refuse_before
from gis.rules.words import day_words, sentence, used

ID = "TSD-05"
VERSION = "1"
CITATION = "Wis. Stat. 60.71(3)"
QUESTION = "Was the bond filed at least 15 days before the hearing (and any additional bond given enough time)?"

_DAYS = "bond_days"
_MORE_DAYS = "additional_bond_days"
_MAY_DISMISS = "A petition without the bond is not void: the board may dismiss it."


def judge(facts: BondFacts, parameters: Parameters) -> Finding:
    """Say whether the bond, and an additional one where ordered, is there in time.

    Parameters
    ----------
    facts
        Day of the hearing, of the filing and of what concerns an additional bond. An additional bond counts as
        ordered where the day of the order or the day it sets is given.
    parameters
        The law on the date of the hearing.

    Returns
    -------
    Finding
        As FACTS.md has it for minimum notice (Block N); `fail` also where the board refused the security, or an
        additional bond was given too little time or came late; `needs_evidence` also where nobody knows that of an
        additional bond.

    Raises
    ------
    FactsInvalid
        An additional bond is due or filed before it was ordered.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(3).
    """
    for path, day in (
        ("additional_bond_due", facts.additional_bond_due),
        ("additional_bond_filed", facts.additional_bond_filed),
    ):
        refuse_before(
            path,
            day,
            "additional_bond_ordered",
            facts.additional_bond_ordered,
            "An additional bond follows the order that asks for it.",
        )
    notice = minimum_notice(facts.holidays, facts.hearing_date, parameters.whole(_DAYS), facts.bond_filed)
    ordered = facts.additional_bond_ordered
    earliest_due = None if ordered is None else add_days(ordered, parameters.whole(_MORE_DAYS))
    time = _time(facts, earliest_due)
    more_state, more_said = _additional(facts, time, earliest_due)
    said = notice.said("the hearing", "the filing of the bond")
    if facts.board_approved is False:
        said.append("the board refused the security")
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=_state(facts, notice.state, more_state),
        answer=notice.answer,
        measures={
            **notice.measures(),
            "additional_bond_earliest_due": day_or_null(earliest_due),
            "additional_bond_time": time,
        },
        readings={},
        because=sentence([*said, *more_said]),
        parameters=(used(parameters.get(_DAYS)), used(parameters.get(_MORE_DAYS))),
        notes=(_MAY_DISMISS, MINIMUM_NOTE),
    )


def _state(facts: BondFacts, bond: State, more: State) -> State:
    states = {bond, more, State.FAIL if facts.board_approved is False else State.PASS}
    return next(state for state in (State.FAIL, State.NEEDS_EVIDENCE, State.PASS) if state in states)


def _time(facts: BondFacts, earliest_due: dt.date | None) -> State | None:
    """Say whether the order gives an additional bond enough time; null where none is ordered or nobody knows."""
    if earliest_due is None or facts.additional_bond_due is None:
        return None
    return State.PASS if facts.additional_bond_due >= earliest_due else State.FAIL


def _additional(facts: BondFacts, time: State | None, earliest_due: dt.date | None) -> tuple[State, list[str]]:
    """Judge an additional bond; one that nobody ordered is none."""
    ordered, due, filed = facts.additional_bond_ordered, facts.additional_bond_due, facts.additional_bond_filed
    if ordered is None and due is None:
        return State.PASS, []
    if time is State.FAIL and due is not None and earliest_due is not None:
        short = f"the order asks for an additional bond by {day_words(due)}"
        return State.FAIL, [f"{short} and may not ask for it before {day_words(earliest_due)}"]
    if due is not None and filed is not None and filed > due:
        return State.FAIL, [f"the additional bond, due on {day_words(due)}, was filed on {day_words(filed)}"]
    unknown = [
        f"an additional bond was ordered, and {what} is not known"
        for what, day in (
            ("the day of the order", ordered),
            ("the day for which it is due", due),
            ("the day of its filing", filed),
        )
        if day is None
    ]
    if unknown:
        return State.NEEDS_EVIDENCE, unknown
    return State.PASS, ["the additional bond was given enough time and is filed in time"]
