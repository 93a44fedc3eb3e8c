"""Proceedings worked by hand for the tests, and short ways to look at a timetable."""

from __future__ import annotations

import datetime as dt
from typing import Any

from gis.law.loader import load_law
from gis.model.timetable import ProceedingDates, Timetable, TimetableRow
from gis.proceedings.timetable.making import timetable

LAW = load_law()


def day(text: str) -> dt.date:
    """Return the day of an ISO date."""
    return dt.date.fromisoformat(text)


def made(**stated: Any) -> Timetable:  # noqa: ANN401 - facts are of many types
    """Return the timetable of facts whose days are ISO dates."""
    return timetable(given(**stated), LAW)


def given(**stated: Any) -> ProceedingDates:  # noqa: ANN401 - the same
    """Return facts of a proceeding whose days are ISO dates."""
    return ProceedingDates(**{name: _value(value) for name, value in stated.items()})


def row(table: Timetable, step: str) -> TimetableRow:
    """Return the one row of a step."""
    [found] = [each for each in table.rows if each.step == step]
    return found


def days(table: Timetable) -> dict[str, tuple[str | None, str | None, str | None]]:
    """Return day, rolled day and day to plan by of each row, by its step."""
    return {each.step: (_iso(each.day), _iso(each.rolled), _iso(each.plan_by)) for each in table.rows}


def _value(value: object) -> object:
    if isinstance(value, list):
        return tuple(day(each) for each in value)
    if isinstance(value, str) and value[:1].isdigit():
        return day(value)
    return value


def _iso(value: dt.date | None) -> str | None:
    return None if value is None else value.isoformat()
