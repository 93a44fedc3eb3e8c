"""When do the first terms of a utility commission expire: UT-02, Wis. Stat. 66.0805(1)-(2)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_years
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.utility import UtilityCommissionFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import all_listed, are_not_known, day_words, not_known, sentence, used

ID = "UT-02"
VERSION = "1"
CITATION = "Wis. Stat. 66.0805(1)-(2)"
QUESTION = "When do the first terms expire?"

_SIZES = ("utility_commissioners_fewest", "utility_commissioners_middle", "utility_commissioners_most")
_BEGINS = "utility_term_begins_october_day"
_OCTOBER = 10


def judge(facts: UtilityCommissionFacts, parameters: Parameters) -> Finding:
    """Say on which days the terms of the commissioners first elected expire.

    Parameters
    ----------
    facts
        Number of commissioners, and the October 1 on which the first of them begin.
    parameters
        The law on the date of the election.

    Returns
    -------
    Finding
        `pass` with one day for each commissioner; `fail` without answer for a number that the law does not allow;
        `needs_evidence` without answer where the number or the day is not known.

    Raises
    ------
    FactsInvalid
        The number is negative, the first terms begin on another day, or a term leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0805(1)-(2). Later terms last as many years as there are commissioners.
    """
    refuse_negative([("members", facts.members)])
    sizes = [parameters.whole(name) for name in _SIZES]
    _refuse_other_day(facts.first_term_begins, parameters.whole(_BEGINS))
    ends = None
    if facts.members is not None and facts.members not in sizes:
        state = State.FAIL
    elif facts.members is None or facts.first_term_begins is None:
        state = State.NEEDS_EVIDENCE
    else:
        state, ends = State.PASS, first_ends(facts.members, facts.first_term_begins)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if ends is None else [day.isoformat() for day in ends],
        answer_unit="dates",
        measures={"term_years": None if state is State.FAIL else facts.members},
        readings={},
        because=sentence([_said(facts, sizes, ends)]),
        parameters=tuple(used(parameters.get(name)) for name in (*_SIZES, _BEGINS)),
    )


def first_ends(members: int, begins: dt.date) -> list[dt.date]:
    """Return the days on which the first terms expire, one each year.

    >>> [day.isoformat() for day in first_ends(3, dt.date(2026, 10, 1))]
    ['2027-10-01', '2028-10-01', '2029-10-01']
    """
    return [add_years(begins, term) for term in range(1, members + 1)]


def _said(facts: UtilityCommissionFacts, sizes: list[int], ends: list[dt.date] | None) -> str:
    if facts.members is not None and facts.members not in sizes:
        *fewer, most = map(str, sizes)
        return f"a utility commission has {', '.join(fewer)} or {most} members, not {facts.members}"
    if ends is None:
        missing = not_known(
            ("how many commissioners there are", facts.members), ("when their terms begin", facts.first_term_begins)
        )
        return f"the terms cannot be said, because {are_not_known(missing)}"
    days = all_listed([day_words(day) for day in ends])
    return f"the terms of the {facts.members} commissioners first elected expire one each year, on {days}"


def _refuse_other_day(begins: dt.date | None, october_day: int) -> None:
    if begins is not None and (begins.month, begins.day) != (_OCTOBER, october_day):
        raise FactsInvalid(
            what=f"The terms begin on {day_words(begins)}.",
            where="facts.first_term_begins",
            why=f"Terms of utility commissioners begin on October {october_day}.",
            next="Give the October day from which the first terms are counted, or null where it is not known.",
        )
