from __future__ import annotations

import datetime as dt

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.layers.rows.dates import parse_date


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("2023-06-30", "2023-06-30"),
        (" 2023-06-30 ", "2023-06-30"),
        ("2023/6/30", "2023-06-30"),
        ("2023/06/30 00:00:00+00", "2023-06-30T00:00:00+00:00"),  # as file geodatabases are served
        ("6/30/2023", "2023-06-30"),
        ("06-30-2023", "2023-06-30"),
        ("6.30.2023", "2023-06-30"),
        ("30.06.2023", "2023-06-30"),  # with points only a number above twelve tells the month
        ("03.03.2024", "2024-03-03"),
        ("13.02.2024 3:45 PM", "2024-02-13T15:45:00"),
        ("Sept 3, 2024", "2024-09-03"),
        ("3 September 2024", "2024-09-03"),
        ("6/30/2023 12:00:00 AM", "2023-06-30"),
        ("6/30/2023 3:45 PM", "2023-06-30T15:45:00"),
        ("6/30/2023 12:05:00 PM", "2023-06-30T12:05:00"),
        ("20230630", "2023-06-30"),
        (20230630, "2023-06-30"),
        (20230630.0, "2023-06-30"),
        ("June 30, 2023", "2023-06-30"),
        ("30-Jun-2023", "2023-06-30"),
        ("30 JUN 2023", "2023-06-30"),
        (dt.date(2023, 6, 30), "2023-06-30"),
        (dt.datetime.fromisoformat("2023-06-30"), "2023-06-30"),
        (pd.Timestamp("2023-06-30"), "2023-06-30"),
        (pd.Timestamp("2023-06-30 15:09:26"), "2023-06-30T15:09:26"),
        ("2026-03-14T15:09:26-05:00", "2026-03-14T15:09:26-05:00"),
        ("2026-03-14T15:09:26Z", "2026-03-14T15:09:26+00:00"),
        ("2026-03-14 00:00:00", "2026-03-14"),
        ("2026-03-14T00:00:00-05:00", "2026-03-14T00:00:00-05:00"),
        ("1987", "1987"),  # a year stays a year: nobody said which day
        (1987, "1987"),
        ("2023-06", "2023-06"),
        ("2024-02-29", "2024-02-29"),
        ("", None),
        (None, None),
        (pd.NaT, None),
        (float("nan"), None),
        ("<Null>", None),
    ],
)
def test_days_as_they_are_written(cell: object, found: str | None) -> None:
    assert parse_date(cell) == found


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("13/14/2023", "no day of the calendar"),
        ("30/6/2023", "month first"),
        ("02.03.2024", "two days"),
        ("2.3.2024 12:00 AM", "two days"),
        ("31.02.2024", "no day of the calendar"),
        ("31.31.2024", "no day of the calendar"),
        ("Decoy 3, 2024", "no day of the calendar"),
        ("3-Mars-2024", "no day of the calendar"),
        ("Marcus 3, 2024", "no day of the calendar"),
        ("2023-02-30", "no day of the calendar"),
        ("2023-13-01", "no day of the calendar"),
        ("20230230", "no day of the calendar"),
        ("6/30/23", "two digits"),
        ("30-Jun-23", "two digits"),
        ("45107", "count of days, here perhaps 2023-06-30"),  # 1899-12-30 and 45,107 days
        (45107, "count of days"),
        (45107.5, "count of days"),
        (1688083200000, "milliseconds"),
        ("1899-12-30", "where there is no day"),
        (dt.datetime.fromisoformat("1899-12-30"), "where there is no day"),
        ("12/30/1899", "where there is no day"),
        ("0000-00-00", "where there is no day"),
        ("0000-00-00 00:00:00", "where there is no day"),
        ("00000000", "where there is no day"),
        ("NaT", "where there is no day"),
        ("0001-01-01", "where there is no day"),
        ("0203-06-30", "no day of the calendar"),
        ("2023-06-30T25:00:00", "no day of the calendar"),
        ("13:00 PM", "no day of the calendar"),
        ("6/30/2023 13:00 PM", "no day of the calendar"),
        ("spring 2023", "no day of the calendar"),
        ("63023", "count of days"),
        ("63,023.5", "count of days"),
    ],
)
def test_what_is_no_day_is_an_error(cell: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_date(cell)


def test_text_is_not_repeated() -> None:
    with pytest.raises(ValueError, match="text of 8 characters"):
        parse_date("SMITH, J")


@settings(max_examples=50, derandomize=True)
@given(st.dates(dt.date(1601, 1, 1), dt.date(2199, 12, 31)))
def test_every_form_of_a_day_is_that_day(day: dt.date) -> None:
    if day in {dt.date(1899, 12, 30), dt.date(1899, 12, 31)}:
        return
    forms = [
        day,
        f"{day:%Y-%m-%d}",
        f"{day:%Y/%m/%d}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day:%Y%m%d}",
        f"{day:%Y-%m-%d}T00:00:00",
    ]
    assert {parse_date(form) for form in forms} == {day.isoformat()}
