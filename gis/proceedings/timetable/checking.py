"""Can the days stated of one proceeding stand together?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Literal

from gis.calendar.years import YEARS_READ, is_sensible
from gis.errors import TimetableInvalid
from gis.model.timetable import ProceedingDates
from gis.rules.words import day_words

_MOST_DAYS = 100
_LONGEST_TITLE = 120

_PETITION_ONLY = ("petition_received", "bond_filed", "notice_mailed", "continued_to", "decision_issued", "costs_paid")
_DEPARTMENT_ONLY = ("clerks_mailed", "order_received", "town_acted", "commissioners_chosen")
_ESTABLISHED_ONLY = (
    "established",
    "filed_with_dnr",
    "recorded",
    "action_filed",
    "method",
    "method_determined",
    "interim_appointed",
)

# Later, earlier, and why; both may fall on one day.
_ORDER = (
    ("notice_ready", "petition_received", "a notice is made after the petition has come"),
    ("notice_mailed", "petition_received", "a notice is mailed after the petition has come"),
    ("insertions", "petition_received", "a notice is published after the petition has come"),
    ("hearing_date", "petition_received", "a hearing is held on a petition that has come"),
    ("continued_to", "hearing_date", "a hearing is continued to a later day"),
    ("continued_insertions", "hearing_date", "the new notice follows the hearing that is continued"),
    ("decision_issued", "hearing_date", "the board decides after the hearing"),
    ("decision_issued", "continued_to", "the board decides after the whole hearing"),
    ("order_date", "hearing_date", "the order follows the hearing"),
    ("order_date", "continued_to", "the order follows the whole hearing"),
    ("order_date", "decision_issued", "the order carries the decision out"),
    ("costs_paid", "order_date", "costs are paid on the order that awards them"),
    ("filed_with_dnr", "order_date", "what is filed is the order"),
    ("recorded", "order_date", "what is recorded is the order"),
    ("order_received", "hearing_date", "the department orders after its hearing"),
    ("town_acted", "order_received", "the town board acts on the order that it has received"),
    ("established", "order_date", "the order establishes the district"),
    ("established", "town_acted", "the order of the town board establishes the district"),
    ("action_filed", "established", "only an act in establishing the district can be set aside"),
    ("action_filed", "order_date", "only an act in establishing the district can be set aside"),
    ("method_determined", "established", "the method is determined for a district that exists"),
    ("method_determined", "order_date", "the method is determined for a district that exists"),
    ("interim_appointed", "established", "commissioners are appointed to a district that exists"),
    ("interim_appointed", "order_date", "commissioners are appointed to a district that exists"),
    ("commissioners_chosen", "established", "commissioners are chosen for a district that exists"),
    ("elected_by_petition", "election_petition_filed", "the petition leads to the election"),
    ("referendum_certified", "referendum_date", "the results are certified after the referendum"),
    ("appointed_after_referendum", "referendum_date", "the board appoints after the referendum"),
)


def refuse_impossible(given: ProceedingDates) -> None:
    """Refuse days that contradict each other, and facts that have no place in the proceeding.

    What is merely late is no contradiction; the timetable says so.

    Raises
    ------
    TimetableInvalid
        With the names of the facts and the days.
    """
    _refuse_strange(given)
    _refuse_misplaced(given)
    for (later, earlier), why in _followed().items():
        for after in days_of(given, later):
            for before in days_of(given, earlier):
                if after < before:
                    raise _disordered(later, after, earlier, before, why)
    if given.continued_to is not None and given.hearing_date is None:
        raise _missing(name="hearing_date", why="a hearing that is continued was held first")
    if given.continued_to is not None and given.continued_to == given.hearing_date:
        raise TimetableInvalid(
            what=f"The hearing is continued to its own day, {day_words(given.continued_to)}.",
            where="continued_to",
            why="A continued hearing is held on another day.",
            next="Correct one of the two days.",
        )
    if given.continued_insertions and given.continued_to is None:
        raise _missing(name="continued_to", why="the new notice is of the continued hearing")
    for name in ("insertions", "continued_insertions"):
        days = days_of(given, name)
        twice = next((day for day in days if days.count(day) > 1), None)
        if twice is not None:
            raise TimetableInvalid(
                what=f"{day_words(twice)} stands twice.",
                where=name,
                why="Two insertions of a notice are on two days.",
                next="State each day once.",
            )


def days_of(given: ProceedingDates, name: str) -> tuple[dt.date, ...]:
    """Return the days stated under a name: none, one, or a list."""
    value = getattr(given, name)
    if isinstance(value, dt.date):
        return (value,)
    return value if isinstance(value, tuple) else ()


def outcome_of(given: ProceedingDates) -> Literal["established", "dismissed"] | None:
    """Return what the board decided, as stated or as an act shows that follows only from it; else null."""
    if given.outcome is not None:
        return given.outcome
    if any(getattr(given, name) is not None for name in _ESTABLISHED_ONLY):
        return "established"
    return None if given.costs_paid is None else "dismissed"


def start_of(given: ProceedingDates) -> dt.date | None:
    """Return the day with which a proceeding begins: receipt of the petition, the department's hearing, its order."""
    return given.petition_received or given.hearing_date or given.order_received


def every_day(given: ProceedingDates) -> Iterator[tuple[str, dt.date]]:
    """Yield every stated day with the name of its fact."""
    for each in fields(given):
        yield from ((each.name, day) for day in days_of(given, each.name))


def _refuse_strange(given: ProceedingDates) -> None:
    for name, day in every_day(given):
        if not is_sensible(day):
            raise TimetableInvalid(
                what=f"{day.isoformat()} cannot be meant.",
                where=name,
                why=f"{YEARS_READ[:1].upper()}{YEARS_READ[1:]}.",
                next="Correct the year.",
            )
    for name in ("insertions", "continued_insertions", "holidays"):
        if len(days_of(given, name)) > _MOST_DAYS:
            raise TimetableInvalid(
                what=f"{len(days_of(given, name))} days are too many.",
                where=name,
                why=f"No proceeding has more than {_MOST_DAYS} of them.",
                next="State the days that matter.",
            )
    for name in ("towns_count", "counties_count"):
        count = getattr(given, name)
        if count is not None and count < 1:
            raise TimetableInvalid(
                what=f"{count} is no number of towns or counties.",
                where=name,
                why="A district lies in at least one.",
                next="Correct it.",
            )
    if len(given.title) > _LONGEST_TITLE:
        raise TimetableInvalid(
            what=f"The title has {len(given.title)} characters.",
            where="title",
            why=f"It stands over every row; at most {_LONGEST_TITLE} fit.",
            next="Shorten it to the name of the district.",
        )
    if not given.title.isprintable():
        raise TimetableInvalid(
            what="The title holds a line end or another control character.",
            where="title",
            why="It stands in one line over every row.",
            next="Write it in plain words.",
        )


def _refuse_misplaced(given: ProceedingDates) -> None:
    is_petition = given.proceeding == "petition"
    for name in _DEPARTMENT_ONLY if is_petition else _PETITION_ONLY:
        if getattr(given, name) is not None:
            of = "an order of the department (60.72)" if is_petition else "a petition (60.71)"
            raise TimetableInvalid(
                what=f"{name} has no place in this proceeding.",
                where=name,
                why=f"It belongs to a proceeding by {of}.",
                next="Leave it out, or name the other proceeding.",
            )
    if is_petition and given.petition_received is None:
        raise _missing(name="petition_received", why="all other days are counted from the receipt of the petition")
    if start_of(given) is None:
        raise _missing(
            name="hearing_date", why="days are counted from the department's hearing, or from the order_received"
        )
    outcome = outcome_of(given)
    wrong = _ESTABLISHED_ONLY if outcome == "dismissed" else ("costs_paid",)
    for name in wrong if outcome is not None else ():
        if getattr(given, name) is not None:
            raise TimetableInvalid(
                what=f"{name} does not follow where the outcome is {outcome}.",
                where=name,
                why="Costs are awarded where the proceedings are dismissed; only a district that is established has an "
                "order to record and commissioners.",
                next="Leave it out, or correct what else is stated of the outcome.",
            )


@cache
def _followed() -> dict[tuple[str, str], str]:
    """Return what follows what, and why, also where the act between the two has no stated day.

    Pairs of `_ORDER` come first, then those over one act, over two, and so on.
    """
    found = {(later, earlier): why for later, earlier, why in _ORDER}
    longest = dict(found)
    while longest:
        longest = {
            (last, earlier): f"{why}, and {why_before}"
            for (last, middle), why in longest.items()
            for later, earlier, why_before in _ORDER
            if later == middle and (last, earlier) not in found
        }
        found |= longest
    return found


def _disordered(later: str, after: dt.date, earlier: str, before: dt.date, why: str) -> TimetableInvalid:
    return TimetableInvalid(
        what=f"{later} is {day_words(after)}, before {earlier}, {day_words(before)}.",
        where=f"{later} and {earlier}",
        why=f"{why[:1].upper()}{why[1:]}.",
        next="Correct one of the two days.",
    )


def _missing(name: str, why: str) -> TimetableInvalid:
    return TimetableInvalid(
        what=f"{name} is missing.", where=name, why=f"{why[:1].upper()}{why[1:]}.", next=f"State {name}."
    )
