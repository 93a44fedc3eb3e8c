"""When is the first election of commissioners, and who serves until then: TSD-25, Wis. Stat. 60.74(3)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days
from gis.calendar.elections import next_spring_election
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.commissioners import FirstElectionFacts
from gis.model.finding import Finding, State
from gis.rules.commissioners.follow_on import FOLLOW_ON, follow_on
from gis.rules.commissioners.method import DAYS
from gis.rules.impossible import refuse_year
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "TSD-25"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(3)"
QUESTION = "When is the first election of commissioners, and how long do interim appointees serve?"

_NOTE = "The spring election is the first Tuesday of April (5.02(21)), which is outside the five texts on file."

_ONLY_FOR_SPRING = (
    "60.74(3)(a) speaks of interim commissioners where the election is the spring one; whether any served before a "
    "special election is asked all the same."
)


def judge(facts: FirstElectionFacts, parameters: Parameters) -> Finding:
    """Say when commissioners are first elected, and whether those who serve until then were appointed in time.

    Parameters
    ----------
    facts
        Day on which the town board provides for the election, its kind, and the interim appointment.
    parameters
        The law on the date of the board's decision.

    Returns
    -------
    Finding
        The answer is the spring election after the decision, null for a special one. `fail` where the interim
        appointment came too late; `needs_evidence` where the decision, a special election's day, or the appointment
        after a known establishment is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        A year has not four digits, or the special election is older than the decision to hold it.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(3)(a). The last day for the interim appointment is the plain calendar day.
    """
    _refuse_impossible(facts)
    spring = facts.election_kind == "spring"
    election = next_spring_election(facts.decided_on) if facts.decided_on and spring else None
    until = None if election is None else follow_on(election.year, parameters)
    due = None if facts.established is None else add_days(facts.established, parameters.whole(DAYS))
    late = spring and due is not None and facts.interim_appointed is not None and facts.interim_appointed > due
    asked = _asked(facts)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.FAIL if late else State.NEEDS_EVIDENCE if asked else State.PASS,
        answer=None if election is None else election.isoformat(),
        measures={
            "interim_until": None if until is None else until.isoformat(),
            "appoint_by": None if due is None else due.isoformat(),
        },
        readings={},
        because=sentence(_clauses(facts, election, until, due) + ([are_not_known(asked)] if asked else [])),
        parameters=tuple(used(parameters.get(name)) for name in (DAYS, FOLLOW_ON)),
        notes=(_NOTE, *([_ONLY_FOR_SPRING] if facts.election_kind == "special" and facts.established else [])),
    )


def _asked(facts: FirstElectionFacts) -> list[str]:
    """Name the facts that are needed and not known."""
    asked = not_known(
        ("the day on which the town board provided for the election", facts.decided_on),
        ("whether it is a spring or a special election", facts.election_kind),
    )
    if facts.election_kind == "special":
        asked += not_known(("the day of the special election", facts.special_election_date))
    if facts.established is not None:
        asked += not_known(("the day on which interim commissioners were appointed", facts.interim_appointed))
    return asked


def _clauses(
    facts: FirstElectionFacts, election: dt.date | None, until: dt.date | None, due: dt.date | None
) -> list[str]:
    said = []
    if election and until:
        said.append(
            f"commissioners are first elected at the spring election of {day_words(election)}, and interim "
            f"commissioners serve until {day_words(until)}"
        )
    if facts.election_kind == "special" and facts.special_election_date:
        said.append(
            f"commissioners are first elected at the special election of {day_words(facts.special_election_date)}"
        )
    if facts.election_kind == "spring" and due:
        said.append(f"interim commissioners are to be appointed by {day_words(due)}")
        if facts.interim_appointed:
            how = "too late" if facts.interim_appointed > due else "in time"
            said.append(f"those of {day_words(facts.interim_appointed)} were appointed {how}")
    return said


def _refuse_impossible(facts: FirstElectionFacts) -> None:
    decided, special = facts.decided_on, facts.special_election_date
    refuse_year("decided_on", None if decided is None else decided.year)
    if decided and special and special < decided:
        raise FactsInvalid(
            what=f"The special election of {day_words(special)} is older than the decision of {day_words(decided)}.",
            where="facts.special_election_date",
            why="An election is provided for before it is held.",
            next="Correct one of the two days.",
        )
