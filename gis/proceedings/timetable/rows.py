"""How does a rule's finding become a row of the timetable?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace

from gis.calendar.counting import plan_by, weekday
from gis.calendar.holidays import legal_holidays
from gis.law.parameters import Parameters, Unit
from gis.model.finding import Finding, ParameterUse
from gis.model.timetable import ProceedingDates, RowKind, TimetableRow
from gis.proceedings.timetable.checking import every_day
from gis.register.kinds import kinds
from gis.rules.registry import judge, read_facts
from gis.rules.words import day_words

_SATURDAY = "office_open_saturday"
_YEARS_AHEAD = 8
"""Terms, and five years without a petition, end within so many years of any stated day."""

COUNTED = "Wis. Stat. 990.001(4) and 995.20, on days and legal holidays"
NOTICED = "Wis. Stat. 990.001(4), on days"
PUBLISHED = "Wis. Stat. ch. 985, on notices"
COURT = "Wis. Stat. 801.15(1)(b) and 995.20, on days in court"
ELECTED = "Wis. Stat. 5.02, on the days of elections"
SPECIAL = (
    "The board orders it. Its day follows from Wis. Stat. 8.50(2)(a), outside the five texts, and is not counted here."
)


@dataclass(frozen=True, slots=True)
class Clerk:
    """Asks the rules about one proceeding, and remembers what they used."""

    given: ProceedingDates
    parameters: Parameters
    findings: list[Finding] = field(default_factory=list)

    @property
    def holidays(self) -> tuple[dt.date, ...] | None:
        """Wisconsin's legal holidays with those added; null where none are, which rules read as Wisconsin's."""
        if not self.given.holidays:
            return None
        years = [day.year for name, day in every_day(self.given) if name != "holidays"]
        span = range(max(min(years) - 1, dt.MINYEAR), max(years) + _YEARS_AHEAD)
        usual = {day for year in span for day in legal_holidays(year)}
        return tuple(sorted(usual.union(self.given.holidays)))

    def ask(self, rule: str, **facts: object) -> Finding:
        """Return what a rule says of these facts, and of Saturday hours where it hears of them; null is not known."""
        if rule in _hearing_of_saturdays():
            facts[_SATURDAY] = self.given.office_open_saturday
        finding = judge(
            rule, read_facts(rule, {name: fact for name, fact in facts.items() if fact is not None}), self.parameters
        )
        self.findings.append(finding)
        return finding

    def used(self) -> tuple[ParameterUse, ...]:
        """Return every number of the law that the rules used, by name."""
        uses = {use.name: use for finding in self.findings for use in finding.parameters}
        return tuple(uses[name] for name in sorted(uses))

    def plan_by(self, day: dt.date) -> dt.date:
        """Return the last business day on or before a day."""
        return plan_by(day, self.holidays)


@dataclass(frozen=True, slots=True)
class Step:
    """What a row is about: its stable name, the act, who acts under which section, and which rule counts."""

    name: str
    what: str
    who: str
    citation: str
    rule: str | None = None
    beyond: str = ""
    """Sources outside the five texts on which its day hangs."""


def _hearing_of_saturdays() -> frozenset[str]:
    """Return the rules that the register tells of Saturday hours too, so that a calendar and a report agree."""
    told = kinds()[_SATURDAY].gives
    return frozenset(rule for each in told if each.fact == _SATURDAY for rule in each.rules)


def said(day: dt.date) -> str:
    """Say a day with its weekday.

    >>> said(dt.date(2026, 5, 6))
    'Wednesday, May 6, 2026'
    """
    return f"{weekday(day)}, {day_words(day)}"


def joined(*sentences: str | None) -> str:
    """Join the sentences of a note; those that are empty are left out."""
    return " ".join(sentence for sentence in sentences if sentence)


def day_measure(finding: Finding, name: str) -> dt.date | None:
    """Return a measure of a finding that is a day; null where it is not known."""
    value = finding.measures.get(name)
    return dt.date.fromisoformat(value) if isinstance(value, str) else None


def answer_day(finding: Finding) -> dt.date | None:
    """Return the answer of a finding that is a day; null where it is not known."""
    return dt.date.fromisoformat(finding.answer) if isinstance(finding.answer, str) else None


def known(day: dt.date | None) -> dt.date:
    """Return a day that a rule gives whenever it is asked with what it counts from.

    Raises
    ------
    LookupError
        The rule gave none, which is a fault of ours.
    """
    if day is None:
        msg = "a rule gave no day although what it counts from is stated"
        raise LookupError(msg)
    return day


def deadline(clerk: Clerk, step: Step, finding: Finding, done: dt.date | None, note: str = "") -> TimetableRow:
    """Return the row of a last day counted forward, which moves off a Sunday or legal holiday.

    Where the rule answers something else, the day is its measure `decide_by`.
    """
    day = day_measure(finding, "decide_by") if "decide_by" in finding.measures else answer_day(finding)
    moved = day_measure(finding, "rolled_date")
    row = unmoved(clerk, step, "deadline", day, done, joined(note, _counted_from(finding) if day is None else None))
    return replace(row, rolled=moved, in_time=None if done is None or moved is None else done <= moved)


def unmoved(  # noqa: PLR0913 - what a row holds
    clerk: Clerk, step: Step, kind: RowKind, day: dt.date | None, done: dt.date | None, note: str = ""
) -> TimetableRow:
    """Return the row of a last day that nothing moves later, such as one counted back from an event."""
    return replace(
        plain(step, kind, day, note, done),
        plan_by=None if day is None else clerk.plan_by(day),
        in_time=None if done is None or day is None else done <= day,
    )


def plain(step: Step, kind: RowKind, day: dt.date | None, note: str = "", done: dt.date | None = None) -> TimetableRow:
    """Return the row of a day that nobody has to keep: one given, an election, the end of a term, or none stated."""
    return TimetableRow(
        step=step.name,
        what=step.what,
        who=step.who,
        kind=kind,
        day=day,
        weekday=None if day is None else weekday(day),
        rolled=None,
        plan_by=None,
        citation=step.citation,
        note=note,
        beyond=step.beyond,
        rule=step.rule,
        done=done,
    )


def in_order(rows: list[TimetableRow]) -> tuple[TimetableRow, ...]:
    """Return rows in the order of their days; one without a day follows the step before it."""
    keyed: list[tuple[dt.date, TimetableRow]] = []
    last = dt.date.min
    for row in rows:
        last = row.day or last
        keyed.append((last, row))
    return tuple(row for _, row in sorted(keyed, key=lambda pair: pair[0]))


def _counted_from(finding: Finding) -> str | None:
    days = [use for use in finding.parameters if use.unit == Unit.DAYS]
    return f"The time is {days[0].value} days; the day it runs from is not stated." if days else None
