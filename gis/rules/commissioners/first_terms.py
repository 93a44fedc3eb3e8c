"""How are the terms of commissioners staggered, and when do they end: TSD-34, Wis. Stat. 60.75(2)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.elections import spring_election
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.commissioners import FirstTermsFacts
from gis.model.finding import Finding, State
from gis.rules.commissioners.follow_on import FOLLOW_ON, follow_on
from gis.rules.commissioners.size import FEWER, MORE, sizes
from gis.rules.impossible import refuse_negative, refuse_year
from gis.rules.words import are_not_known, day_words, listed, not_known, used

ID = "TSD-34"
VERSION = "2"
CITATION = "Wis. Stat. 60.75(2)"
QUESTION = "What are the first terms of the commissioners, and when do they end?"

_SHORT, _MIDDLE, _LONG = "commissioner_short_term_years", "commissioner_middle_term_years", "commissioner_term_years"


def judge(facts: FirstTermsFacts, parameters: Parameters) -> Finding:
    """Say which terms the commissioners begin with, and for a spring election when these end.

    Parameters
    ----------
    facts
        Why terms are set, how many commissioners there are, how they are selected, and the day of a spring election.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        The answer lists the terms in years. `pass`, with null where terms follow those of the town board; `fail` for
        a first board of another size than the law allows; `needs_evidence` after a special election, where the town
        board specifies shorter terms, and where a fact that decides is not known.

    Raises
    ------
    FactsInvalid
        The number of members is negative, or the day stated is no day of a spring election.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.75(2).
    """
    _refuse_impossible(facts)
    usual = sizes(parameters)
    members = _members(facts, usual)
    special = facts.selection == "special_election"
    terms = None
    if facts.basis == "town_board":
        state = State.PASS
    elif members is None:
        state = State.NEEDS_EVIDENCE
    elif members not in usual:
        state = State.FAIL
    elif special or facts.selection is None:
        state = State.NEEDS_EVIDENCE
    else:
        state, terms = State.PASS, _terms(members, parameters)
    ends = _ends(facts, terms, parameters)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if terms is None else [*terms],
        answer_unit="years",
        measures={
            "term_ends": None if ends is None else [day.isoformat() for day in ends],
            "concurrent_with_supervisors": None if facts.basis is None else facts.basis == "town_board",
            "members": members,
        },
        readings={},
        because=_because(facts, members, usual, terms, ends),
        parameters=tuple(used(parameters.get(name)) for name in (FEWER, MORE, _SHORT, _MIDDLE, _LONG, FOLLOW_ON)),
    )


def _members(facts: FirstTermsFacts, usual: tuple[int, int]) -> int | None:
    """Return how many commissioners there are once the terms are set."""
    fewer, more = usual
    match facts.basis:
        case "first_board":
            return facts.members
        case "change_5_to_3":
            return fewer
        case "change_3_to_5":
            return more
        case _:
            return None


def _terms(members: int, parameters: Parameters) -> list[int]:
    """Return the terms in years, ascending: one long, the others half short and half of middle length."""
    half = (members - 1) // 2
    short, middle, long = (parameters.whole(name) for name in (_SHORT, _MIDDLE, _LONG))
    return [short] * half + [middle] * half + [long]


def _ends(facts: FirstTermsFacts, terms: list[int] | None, parameters: Parameters) -> list[dt.date] | None:
    """Return the days on which terms from a spring election end; null where its day is not known."""
    if terms is None or facts.selection != "spring_election" or facts.election_date is None:
        return None
    return [follow_on(facts.election_date.year + term, parameters) for term in terms]


def _because(
    facts: FirstTermsFacts,
    members: int | None,
    usual: tuple[int, int],
    terms: list[int] | None,
    ends: list[dt.date] | None,
) -> str:
    if facts.basis == "town_board":
        return "The town board is the commission, so terms run with those of its supervisors."
    if members is None:
        asked = not_known(("why terms are set", facts.basis))
        return f"The terms cannot be said: {are_not_known(asked or ['how many commissioners there are'])}."
    if members not in usual:
        return f"A first board has {' or '.join(map(str, usual))} members, not {members}."
    if terms is None:
        if facts.selection is None:
            return "The terms cannot be said: how the commissioners are selected is not known."
        return (
            "After a special election the town board specifies shorter staggered terms, so that successors are elected "
            "in spring; these are not on file."
        )
    said = f"{members} commissioners begin with terms of {listed([*map(str, terms)])} years"
    if ends:
        said += f", which end on {listed([day_words(day) for day in sorted(set(ends))])}"
    return f"{said}."


def _refuse_impossible(facts: FirstTermsFacts) -> None:
    refuse_negative([("members", facts.members)])
    day = facts.election_date
    if day is None or facts.selection != "spring_election":
        return
    refuse_year("election_date", day.year)
    if day != spring_election(day.year):
        raise FactsInvalid(
            what=f"{day_words(day)} is no day of a spring election.",
            where="facts.election_date",
            why=f"That of the year is {day_words(spring_election(day.year))}, the first Tuesday of April.",
            next="Correct the day, or state another selection.",
        )
