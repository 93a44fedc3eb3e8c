"""Is a class 2 notice in the newspaper as often and as early as it must be?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass

from pydantic import JsonValue

from gis.calendar.notices import first_insertion_by, last_two_weeks_follow, second_insertion_by
from gis.law.parameters import Parameters
from gis.model.finding import ParameterUse
from gis.rules.deadline import day_or_null
from gis.rules.words import day_words, used

PUBLICATION_NOTE = "What a class 2 notice is stands in Wis. Stat. ch. 985, which is outside the five texts on file."

_INSERTIONS = "class_2_insertions"
_LAST = "last_insertion_days"


@dataclass(frozen=True, slots=True)
class Publication:
    """What is known of the insertions before an event. Null is what cannot be told."""

    event: dt.date | None
    last: dt.date | None
    """Day of the last insertion."""
    second_by: dt.date | None
    first_by: dt.date | None
    days: int | None
    """Days of publication; a day in two newspapers is one."""
    too_few: bool | None
    apart: bool | None
    """No insertion in the week before the week of the last one, though there are enough."""
    late: bool | None
    """The last one is less than a week before the event."""

    @property
    def days_before(self) -> int | None:
        """Days from the last insertion to the event."""
        return None if self.event is None or self.last is None else (self.event - self.last).days

    def measures(self) -> dict[str, JsonValue]:
        """Return by when the two insertions are due."""
        return {
            "second_insertion_by": day_or_null(self.second_by),
            "first_insertion_by": day_or_null(self.first_by),
        }

    def defects(self, *, consecutive: bool) -> dict[str, str]:
        """Return what is wrong with the insertions, each by its name and said in a clause.

        Parameters
        ----------
        consecutive
            Whether weeks that do not follow each other are a defect; else they are only noted.
        """
        rows = (
            ("fewer_than_two_insertions", self.too_few, self._too_few_said()),
            (
                "insertions_not_in_consecutive_weeks",
                consecutive and self.apart,
                "the insertions are not in consecutive weeks",
            ),
            ("last_insertion_late", self.late, self._late_said()),
        )
        return {name: said for name, is_defect, said in rows if is_defect}

    def consecutive_note(self) -> tuple[str, ...]:
        """Return a note where the weeks are not consecutive, for rules whose outcome does not hang on it."""
        if not self.apart:
            return ()
        return ("The insertions are not in consecutive weeks (Wis. Stat. 985.07(2)); a person should look at that.",)

    def _too_few_said(self) -> str:
        if not self.days:
            return "the notice is not in the newspaper, where it has to be twice"
        return f"the notice is in the newspaper on {self.days} day{'' if self.days == 1 else 's'} only, not twice"

    def _late_said(self) -> str:
        if self.last is None or self.second_by is None:
            return ""
        return (
            f"the last insertion, on {day_words(self.last)}, is after {day_words(self.second_by)}, the last day for it"
        )


def publication(parameters: Parameters, event: dt.date | None, insertions: Collection[dt.date] | None) -> Publication:
    """Judge the insertions of a class 2 notice.

    Parameters
    ----------
    parameters
        The law on the date of the question.
    event
        Day of the hearing; null where nobody knows.
    insertions
        Days of publication, in any order; one day counts once. Empty where none was published, null where nobody
        knows.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 985.01(1m), 985.07(2), 985.09. Where there are more than two insertions the last is judged, with the
    week before it.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> printed = publication(load_law().newest(), dt.date(2026, 7, 30), [dt.date(2026, 7, 17), dt.date(2026, 7, 24)])
    >>> printed.too_few, printed.apart, printed.late
    (False, False, True)
    """
    days = parameters.whole(_LAST)
    second_by = None if event is None else second_insertion_by(event, days)
    last = max(insertions, default=None) if insertions is not None else None
    days_published = None if insertions is None else len(set(insertions))
    too_few = None if days_published is None else days_published < parameters.whole(_INSERTIONS)
    return Publication(
        event=event,
        last=last,
        second_by=second_by,
        first_by=None if event is None else first_insertion_by(event, days),
        days=days_published,
        too_few=too_few,
        apart=None if insertions is None else not too_few and not last_two_weeks_follow(insertions),
        late=None if last is None or second_by is None else last > second_by,
    )


def publication_used(parameters: Parameters) -> tuple[ParameterUse, ...]:
    """Return the parameters that a finding on a class 2 notice used."""
    return tuple(used(parameters.get(name)) for name in (_INSERTIONS, _LAST))
