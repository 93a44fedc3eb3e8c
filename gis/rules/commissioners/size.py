"""How many commissioners may a district have: TSD-33, Wis. Stat. 60.75(1)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.commissioners import CommissionSizeFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, not_known, sentence, used

ID = "TSD-33"
VERSION = "2"
CITATION = "Wis. Stat. 60.75(1)"
QUESTION = "Is this number of commissioners lawful?"

FEWER, MORE = "commissioners_fewer", "commissioners_more"


def judge(facts: CommissionSizeFacts, parameters: Parameters) -> Finding:
    """Say how many commissioners a district may have, and whether a number is one of these.

    Parameters
    ----------
    facts
        Whether the town board is the commission, the number of commissioners, and the size of the town board.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        The answer lists the lawful numbers. `pass` or `fail` by whether the number is among them; `needs_evidence`
        where the number, or what the lawful ones follow from, is not known.

    Raises
    ------
    FactsInvalid
        A number is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.75(1).
    """
    refuse_negative((("members", facts.members), ("supervisors", facts.supervisors)))
    lawful = _lawful(facts, sizes(parameters))
    if lawful is None or facts.members is None:
        state = State.NEEDS_EVIDENCE
    else:
        state = State.PASS if facts.members in lawful else State.FAIL
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if lawful is None else [*lawful],
        answer_unit="members",
        measures={},
        readings={},
        because=_because(facts, lawful),
        parameters=tuple(used(parameters.get(name)) for name in (FEWER, MORE)),
    )


def sizes(parameters: Parameters) -> tuple[int, int]:
    """Return the two numbers of members that a commission may have where it is not the town board."""
    return parameters.whole(FEWER), parameters.whole(MORE)


def _lawful(facts: CommissionSizeFacts, usual: tuple[int, int]) -> tuple[int, ...] | None:
    if facts.town_board_commission is None:
        return None
    if not facts.town_board_commission:
        return usual
    return None if facts.supervisors is None else (facts.supervisors,)


def _because(facts: CommissionSizeFacts, lawful: tuple[int, ...] | None) -> str:
    asked = not_known(
        ("whether the town board is the commission", facts.town_board_commission),
        ("how many commissioners there are", facts.members),
    )
    if facts.town_board_commission and facts.supervisors is None:
        asked.append("how many supervisors the town board has")
    if lawful is None:
        return f"The lawful number cannot be said: {are_not_known(asked)}."
    allowed = " or ".join(map(str, lawful))
    said = f"a commission has {allowed} members"
    if facts.town_board_commission:
        said = f"where the town board is the commission, it has as many members as the board has supervisors, {allowed}"
    return sentence([said, are_not_known(asked) if asked else f"this one has {facts.members}"])
