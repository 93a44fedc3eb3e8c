from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.register.counting import announces_another_day, answering, by_kind, counted, first_since, holding
from gis.register.entries import Entry

JULY = [dt.date(2026, 7, day) for day in range(1, 32)]


def on(day: int, kind: str, value: str = "") -> Entry:
    return Entry("proceeding", "P1", kind, value, JULY[day - 1], "", "")


def set_for(day: int, hearing: int) -> Entry:
    return on(day, "hearing_scheduled", JULY[hearing - 1].isoformat())


NOTICES = [on(day, "notice_published") for day in (5, 9, 16)]


@pytest.mark.parametrize(
    ("entries", "days"),
    [
        pytest.param([], [5, 9, 16], id="never set"),
        pytest.param([set_for(2, 30)], [5, 9, 16], id="set once"),
        pytest.param([set_for(2, 30), set_for(9, 31)], [9, 16], id="put off, on the day of a notice"),
        pytest.param([set_for(2, 30), set_for(20, 31)], [], id="put off after all notices"),
        pytest.param([set_for(2, 30), set_for(8, 30)], [5, 9, 16], id="set once more, the same day"),
        pytest.param([set_for(2, 30), set_for(8, 31), set_for(10, 30)], [16], id="put off and back"),
        pytest.param([set_for(2, 30), set_for(8, 31), set_for(8, 29)], [9, 16], id="put off, in doubt to when"),
        pytest.param([set_for(2, 30), on(30, "hearing_held")], [5, 9, 16], id="held on its day"),
        pytest.param([set_for(2, 30), on(29, "hearing_held")], [], id="held on another"),
        pytest.param([on(29, "hearing_held")], [5, 9, 16], id="held, never set"),
        pytest.param(
            [set_for(2, 30), on(30, "hearing_held"), set_for(30, 31), on(31, "hearing_held")],
            [5, 9, 16],
            id="a second session",
        ),
    ],
)
def test_the_notices_that_announce_the_hearing(entries: list[Entry], days: list[int]) -> None:
    told = by_kind([*NOTICES, *entries])
    assert [each.date.day for each in counted(told)["notice_published"]] == days
    is_missed = any(each.kind == "hearing_held" for each in entries) and not days
    assert announces_another_day(told, "notice_published") is is_missed


def test_what_is_about_no_hearing_counts_whenever_it_is_dated() -> None:
    told = by_kind([on(1, "bond_filed"), set_for(2, 30), set_for(9, 31)])
    assert counted(told)["bond_filed"] == [on(1, "bond_filed")]


@pytest.mark.parametrize(
    ("acts", "events", "day"),
    [
        ([3, 9, 20], [9], 9),
        ([3, 10, 20], [9], 10),
        ([3, 20], [], 3),
        # The day of the event is in doubt.
        ([3, 20], [9, 10], 3),
        ([3], [9], None),
    ],
)
def test_the_first_act_since_its_event_answers_it(acts: list[int], events: list[int], day: int | None) -> None:
    entries = [on(each, "method_determined", "elect") for each in acts]
    told = by_kind([*entries, *(on(each, "established") for each in events)])
    assert [each.date.day for each in answering("method_determined", "established", told)] == ([day] if day else [])


def test_the_newest_holds_where_a_later_one_does() -> None:
    assert holding([set_for(2, 30), set_for(9, 31)]) == (set_for(9, 31),)
    assert holding([on(2, "bond_filed"), on(9, "bond_filed")]) == (on(2, "bond_filed"), on(9, "bond_filed"))
    assert holding([]) == ()
    assert first_since(JULY[0], []) == ()


@given(
    st.lists(
        st.one_of(
            st.builds(set_for, st.integers(1, 20), st.integers(28, 31)),
            st.builds(on, st.integers(1, 31), st.sampled_from(["notice_published", "hearing_held"])),
        ),
        max_size=7,
    ).flatmap(lambda entries: st.tuples(st.just(entries), st.permutations(entries)))
)
@settings(max_examples=50, derandomize=True)
def test_the_order_of_rows_changes_nothing(both: tuple[Sequence[Entry], Sequence[Entry]]) -> None:
    def days(entries: Sequence[Entry]) -> list[dt.date]:
        return sorted(each.date for each in counted(by_kind(entries)).get("notice_published", []))

    assert days(both[0]) == days(both[1])
