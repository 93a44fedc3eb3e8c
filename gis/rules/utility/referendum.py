"""May a referendum on acquiring a public utility be held this year: UT-01, Wis. Stat. 66.0803(1)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.utility import ReferendumFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, sentence, used

ID = "UT-01"
VERSION = "1"
CITATION = "Wis. Stat. 66.0803(1)"
QUESTION = "May this referendum be held this year?"

_UTILITY = "utility_referenda_a_year_at_most"
_BUS = "bus_referenda_a_year_at_most"
_BUS_FIRST = (
    "A referendum on a bus system was already held in the year. The text says that a utility's does not bar one on "
    "buses; whether one on buses bars a utility's, it does not say."
)


def judge(facts: ReferendumFacts, parameters: Parameters) -> Finding:
    """Say whether the year has room for a referendum on acquiring a utility or a bus system.

    Parameters
    ----------
    facts
        Referenda already held in the year, on utilities and on bus systems; whether this one is for a bus system; and
        whether a water plant is acquired without consideration.
    parameters
        The law on the date of the referendum.

    Returns
    -------
    Finding
        `pass` where it may be held, `fail` where not; `not_applicable` without answer where a water plant is acquired
        free; `needs_evidence` without answer where a fact that decides is not known.

    Raises
    ------
    FactsInvalid
        A number of referenda is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0803(1)(d) and (e).
    """
    refuse_negative((name, getattr(facts, name)) for name in ("referenda_this_year", "bus_referenda_this_year"))
    allowed = _allowed(facts, parameters)
    if facts.water_acquired_free:
        state, allowed = State.NOT_APPLICABLE, None
    elif allowed is None or (facts.water_acquired_free is None and not facts.bus_system):
        state, allowed = State.NEEDS_EVIDENCE, None
    else:
        state = State.PASS if allowed else State.FAIL
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=allowed,
        measures={},
        readings={},
        because=sentence([_said(facts, state)]),
        parameters=(used(parameters.get(_UTILITY)), used(parameters.get(_BUS))),
        notes=(_BUS_FIRST,) if facts.bus_system is False and facts.bus_referenda_this_year else (),
    )


def _allowed(facts: ReferendumFacts, parameters: Parameters) -> bool | None:
    """Say whether the year has room for this one; null where it is not known."""
    utility = _has_room(facts.referenda_this_year, parameters.whole(_UTILITY))
    bus = _has_room(facts.bus_referenda_this_year, parameters.whole(_BUS))
    if facts.bus_system is None:
        return utility if utility == bus else None
    return bus if facts.bus_system else utility


def _has_room(held: int | None, at_most: int) -> bool | None:
    return None if held is None else held < at_most


def _said(facts: ReferendumFacts, state: State) -> str:
    match state:
        case State.NOT_APPLICABLE:
            return "a water plant that is acquired without consideration needs no referendum"
        case State.PASS | State.FAIL:
            return _room_said(facts, may=state is State.PASS)
        case _:
            return are_not_known(_missing(facts))


def _room_said(facts: ReferendumFacts, *, may: bool) -> str:
    if facts.bus_system is None:
        held = "neither kind of referendum was" if may else "both kinds of referendum were already"
    else:
        kind = "a bus system" if facts.bus_system else "a utility"
        held = f"no referendum on {kind} was yet" if may else f"a referendum on {kind} was already"
    bar = "; one on a utility does not bar it" if may and facts.bus_system and facts.referenda_this_year else ""
    return f"{held} held this year, so {'this one may' if may else 'no further one may'} be{bar}"


def _missing(facts: ReferendumFacts) -> list[str]:
    missing = []
    if facts.referenda_this_year is None and facts.bus_system is not True:
        missing.append("how many referenda on utilities were held this year")
    if facts.bus_system is None:
        missing.append("whether this one is for a bus system")
    if facts.bus_referenda_this_year is None and facts.bus_system is not False:
        missing.append("how many referenda on bus systems were held this year")
    if facts.water_acquired_free is None and facts.bus_system is not True:
        missing.append("whether a water plant is acquired without consideration")
    return missing
