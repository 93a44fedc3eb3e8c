"""Is the method of selection determined in time and by enough votes, in one town: TSD-22, Wis. Stat. 60.74(1)."""

from __future__ import annotations

import datetime as dt

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.commissioners import SelectionMethodFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, not_known, sentence

ID = "TSD-22"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(1)"
QUESTION = "Was the method of selection determined within 60 days, and by enough votes?"

DAYS = "selection_method_days"
_VOTES, _VOTES_OF = "town_board_commission_votes", "town_board_commission_votes_of"
_START, _ACT = "the establishment of the district", "the decision on the method of selection"


def judge(facts: SelectionMethodFacts, parameters: Parameters) -> Finding:
    """Say whether the board of a district's only town determined in time how commissioners are selected.

    Parameters
    ----------
    facts
        Days of establishment and decision, the method, and the vote where the town board is to be the commission.
    parameters
        The law on the day of establishment.

    Returns
    -------
    Finding
        The answer is the last calendar day. `not_applicable` in several towns; `fail` where the decision came late
        or a town-board commission had too few votes; `needs_evidence` where a day, or that vote, is not known.

    Raises
    ------
    FactsInvalid
        A number is negative, there are no towns or supervisors, or more votes than supervisors.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(1). Two thirds are of all supervisors, not of those present.
    """
    _refuse_impossible(facts)
    due = deadline(facts, facts.established, parameters.whole(DAYS), facts.method_determined)
    needed = _votes_needed(facts.supervisors, parameters)
    applies = facts.towns_count is None or facts.towns_count == 1

    def state_by(last_day: dt.date | None) -> State:
        return _state(facts, needed, due.state_by(last_day))

    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state_by(due.rolled_day),
        answer=due.answer if applies else None,
        measures={"votes_needed": needed, **due.measures()} if applies else {},
        readings=due.readings(state_by) if applies and due.day else {},
        because=sentence(
            [*due.said(_START, _ACT), *_vote_words(facts, needed)]
            if applies
            else [f"the district lies in {facts.towns_count} towns, and 60.74(2) says whose board decides"]
        ),
        parameters=counting_used(parameters, DAYS, _VOTES, _VOTES_OF),
        notes=(COUNTING_NOTE, *due.early_note(_START, _ACT)),
    )


def _votes_needed(supervisors: int | None, parameters: Parameters) -> int | None:
    """Return the smallest whole number of votes that is at least the portion of all supervisors."""
    if supervisors is None:
        return None
    return -(-supervisors * parameters.whole(_VOTES) // parameters.whole(_VOTES_OF))


def _state(facts: SelectionMethodFacts, needed: int | None, timely: State) -> State:
    """Join the time and the vote: what fails for certain fails, whatever else is not known."""
    if facts.towns_count is not None and facts.towns_count > 1:
        return State.NOT_APPLICABLE
    voted = _vote_state(facts, needed)
    if facts.towns_count is None:
        return State.NEEDS_EVIDENCE
    for state in (State.FAIL, State.NEEDS_EVIDENCE):
        if state in (voted, timely):
            return state
    return State.PASS


def _vote_state(facts: SelectionMethodFacts, needed: int | None) -> State:
    if facts.method != "town_board_commission":
        return State.PASS
    if needed is None or facts.votes_for is None:
        return State.NEEDS_EVIDENCE
    return State.PASS if facts.votes_for >= needed else State.FAIL


def _vote_words(facts: SelectionMethodFacts, needed: int | None) -> list[str]:
    said = []
    asked = not_known(("in how many towns the district lies", facts.towns_count))
    if facts.method is None:
        asked.append("which method was chosen")
    if facts.method == "town_board_commission":
        asked += not_known(
            ("how many supervisors the town board has", facts.supervisors), ("how many voted for it", facts.votes_for)
        )
        if needed is not None:
            said.append(
                f"for the town board to be the commission {needed} of {facts.supervisors} supervisors must vote for it"
            )
        if needed is not None and facts.votes_for is not None:
            said.append(f"{facts.votes_for} did")
    return [*said, are_not_known(asked)] if asked else said


def _refuse_impossible(facts: SelectionMethodFacts) -> None:
    refuse_negative((("votes_for", facts.votes_for),))
    for path, count in (("towns_count", facts.towns_count), ("supervisors", facts.supervisors)):
        if count is not None and count < 1:
            raise FactsInvalid(
                what=f"The number is {count}.",
                where=f"facts.{path}",
                why="A district lies in at least one town, and a town board has at least one supervisor.",
                next="Correct it, or give null where it is not known.",
            )
    if facts.votes_for is not None and facts.supervisors is not None and facts.votes_for > facts.supervisors:
        raise FactsInvalid(
            what=f"{facts.votes_for} votes are more than the {facts.supervisors} supervisors.",
            where="facts.votes_for",
            why="Each supervisor has one vote.",
            next="Correct one of the two numbers.",
        )
