"""What is written for a proceeding is read strictly, and refused with the nearest word."""

from __future__ import annotations

import datetime as dt

import pytest

from api.proceeding_dates import NAMES, choices, is_list, read_dates
from gis.errors import OptionInvalid


def read(*stated: tuple[str, str]) -> object:
    return getattr(read_dates(stated, lambda name: f"place {name}"), stated[0][0])


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("petition_received", "2026-06-01", dt.date(2026, 6, 1)),
        ("newspaper_weekday", "Thursday", "Thursday"),
        ("newspaper_weekday", " tHURSDAY ", "Thursday"),
        ("office_open_saturday", "yes", True),
        ("office_open_saturday", "no", False),
        ("office_open_saturday", "unknown", None),
        ("towns_count", "3", 3),
        ("title", "Bass Lake", "Bass Lake"),
        ("outcome", "dismissed", "dismissed"),
        ("insertions", "2026-06-04", (dt.date(2026, 6, 4),)),
    ],
)
def test_each_sort_of_fact_is_read(name: str, text: str, value: object) -> None:
    assert read((name, text)) == value


def test_a_list_gathers_its_days() -> None:
    assert read(("holidays", "2026-06-04"), ("holidays", "2026-06-11")) == (dt.date(2026, 6, 4), dt.date(2026, 6, 11))


@pytest.mark.parametrize(
    ("name", "text", "why", "then"),
    [
        ("petition_received", "2026-02-30", "no such day", "2026-06-15"),
        ("petition_received", "2026-6-1", "YYYY-MM-DD", "2026-06-15"),
        ("petition_received", "1717200000", "YYYY-MM-DD", "2026-06-15"),
        ("petition_received", "\uff12\uff10\uff12\uff16-06-01", "YYYY-MM-DD", "2026-06-15"),
        ("petition_received", "", "YYYY-MM-DD", "2026-06-15"),
        ("insertions", "June 4", "YYYY-MM-DD", "2026-06-15"),
        ("newspaper_weekday", "Wensday", "Monday, Tuesday", "Did you mean Wednesday?"),
        ("newspaper_weekday", "Thrusday", "Monday, Tuesday", "Did you mean Thursday?"),
        ("newspaper_weekday", "xyz", "Monday, Tuesday", "Write one of these words."),
        ("method", "elected", "appoint, elect or town_board_commission", "Did you mean elect?"),
        ("office_open_saturday", "maybe", "yes, no or unknown", "Write one of these words."),
        ("towns_count", "two", "digits", "such as 2"),
        ("towns_count", "-1", "digits", "such as 2"),
        ("towns_count", "99999", "digits", "such as 2"),
        ("hearing_dat", "2026-06-15", "hearing_date", "Did you mean hearing_date?"),
    ],
)
def test_what_cannot_be_read_is_refused(name: str, text: str, why: str, then: str) -> None:
    with pytest.raises(OptionInvalid) as refused:
        read((name, text))
    assert refused.value.where == f"place {name}"
    assert why in refused.value.why
    assert then in refused.value.next


def test_one_fact_stated_twice_is_refused() -> None:
    with pytest.raises(OptionInvalid, match="hearing_date stands twice"):
        read(("hearing_date", "2026-06-15"), ("hearing_date", "2026-06-15"))


def test_what_was_written_is_shown_only_in_part() -> None:
    with pytest.raises(OptionInvalid) as refused:
        read(("hearing_date", "x" * 5000))
    assert len(str(refused.value)) < 400


def test_every_fact_is_a_day_a_list_a_count_a_choice_or_the_title() -> None:
    lists = {name for name in NAMES if is_list(name)}
    assert lists == {"insertions", "continued_insertions", "holidays"}
    assert {name for name in NAMES if choices(name)} == {
        "proceeding",
        "newspaper_weekday",
        "outcome",
        "method",
        "election_kind",
        "election_petition_asks",
        "office_open_saturday",
    }
