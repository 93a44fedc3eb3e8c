"""Which town board selects commissioners in a multi-town district, and lawfully: TSD-23, Wis. Stat. 60.74(2)(a)."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.commissioners import SelectionFacts
from gis.model.facts.territory import JurisdictionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.commissioners.method import DAYS
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline
from gis.rules.territory import jurisdiction
from gis.rules.territory.kinds import of_any_kind
from gis.rules.territory.leading import Outcome, towns
from gis.rules.words import listed, sentence

ID = "TSD-23"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(2)(a); value as in 60.70(2)"
QUESTION = "Which town board selects, and did it do so lawfully within 60 days?"

_START, _ACT = "the establishment of the district", "the decision on the method of selection"


def judge(facts: SelectionFacts, parameters: Parameters) -> Finding:
    """Say which town board determines how commissioners are selected, and whether it did so lawfully.

    Parameters
    ----------
    facts
        Values as in TSD-01 (dollars), on the boundary as established, and what was decided, by whom and when.
    parameters
        The law on the day of establishment.

    Returns
    -------
    Finding
        The answer is the town. `not_applicable` in one town; `undetermined` on a tie; `fail` where a town board is
        to be the commission, another town decided, or the decision came late; `needs_evidence` where a value that
        could change the town is not known; `within_tolerance` where the layers' accuracy could put another ahead;
        else `pass`, even if nothing is decided yet.

    Raises
    ------
    FactsInvalid
        The facts are impossible (a share above 1, a negative amount, a municipality twice).
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(2)(a). The values are weighed by the rule on jurisdiction, TSD-01.
    """
    whichever = of_any_kind(facts, parameters, judge)
    if whichever is not None:
        return whichever
    land = _on_established_boundary(facts)
    weighed = jurisdiction.judge(land, parameters)
    leader = str(weighed.answer) if weighed.answer is not None else None
    found = Outcome(weighed.state, leader)
    due = deadline(facts, facts.established, parameters.whole(DAYS), facts.method_determined)

    def judged(who: Outcome, last_day: dt.date | None) -> State:
        return _state(facts, towns(land), who, late=due.state_by(last_day) is State.FAIL)

    state = judged(found, due.rolled_day)
    applies = state is not State.NOT_APPLICABLE
    values = {
        name: Reading(judged(Outcome(reading.state, _name(reading)), due.rolled_day), reading.answer, reading.because)
        for name, reading in weighed.readings.items()
    }
    times = due.readings(lambda last_day: judged(found, last_day)) if due.day else {}
    differs = None if leader is None or facts.created_by is None else leader != facts.created_by
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=leader if applies else None,
        measures={
            **weighed.measures,
            "decide_by": due.answer,
            "differs_from_creator": differs,
            **due.measures(),
        }
        if applies
        else {},
        readings={**values, **times} if applies else {},
        because=_because(facts, towns(land), weighed, due.said(_START, _ACT) if _is_dated(facts) else []),
        parameters=(*weighed.parameters, *counting_used(parameters, DAYS)),
        margin=weighed.margin if applies else None,
        notes=(*weighed.notes, COUNTING_NOTE, *due.early_note(_START, _ACT)) if applies else (),
    )


def _on_established_boundary(facts: SelectionFacts) -> JurisdictionFacts:
    return JurisdictionFacts(
        municipalities=facts.municipalities,
        assessed_totals=facts.assessed_totals,
        equalized_totals=facts.equalized_totals,
        parcels=facts.parcels,
        roll_year=facts.roll_year,
        boundary_accuracy_ft=facts.boundary_accuracy_ft,
        near_municipalities=facts.near_municipalities,
    )


def _name(reading: Reading) -> str | None:
    return str(reading.answer) if reading.answer is not None else None


def _is_dated(facts: SelectionFacts) -> bool:
    return facts.established is not None or facts.method_determined is not None


def _state(facts: SelectionFacts, names: list[str], who: Outcome, *, late: bool) -> State:
    """Join who leads and what was done: on a tie nobody may act; what is unlawful for certain fails."""
    if facts.municipalities is None:
        return State.NEEDS_EVIDENCE
    if len(names) <= 1 and who.state is not State.NEEDS_EVIDENCE:
        return State.NOT_APPLICABLE
    if who.state is State.UNDETERMINED:
        return State.UNDETERMINED
    if late or facts.method == "town_board_commission" or _other_town_decided(facts, names, who):
        return State.FAIL
    return who.state


def _other_town_decided(facts: SelectionFacts, names: list[str], who: Outcome) -> bool:
    """Whether a town decided that cannot be the one: not the leader, or where nobody knows the leader, no town here."""
    if facts.deciding_town is None:
        return False
    if who.state is State.PASS:
        return facts.deciding_town != who.leader
    return facts.deciding_town not in names


def _because(facts: SelectionFacts, names: list[str], weighed: Finding, timely: list[str]) -> str:
    if facts.municipalities is None:
        return "It cannot be said which town selects: which towns have land in the district is not known."
    if len(names) <= 1 and weighed.state is not State.NEEDS_EVIDENCE:
        whose = f"{listed(names)} is the only town" if names else "no town is known"
        return sentence([f"{whose} with land in the district, and 60.74(1) governs a district in one town"])
    said = [weighed.because.removesuffix("."), *timely]
    leader = weighed.answer
    if facts.created_by is not None and leader not in (None, facts.created_by):
        said.append(f"{facts.created_by} created the district, and {leader} selects its commissioners")
    if facts.deciding_town is not None and facts.deciding_town != leader:
        said.append(f"the board of {facts.deciding_town} decided")
    if facts.method == "town_board_commission":
        said.append(
            "in several towns the board may appoint commissioners or provide for their election, but not be the "
            "commission itself"
        )
    return sentence(said)
