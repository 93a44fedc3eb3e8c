"""Days that cannot stand together are refused with their names; what is merely late is not."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import TimetableInvalid
from gis.proceedings.timetable.checking import refuse_impossible
from tests.gis.proceedings.timetable.proceedings import given, made

RECEIVED = {"petition_received": "2026-06-01"}
ORDERED = {"proceeding": "department_order", "order_received": "2026-06-01"}


@pytest.mark.parametrize(
    ("stated", "where", "words"),
    [
        ({}, "petition_received", "missing"),
        ({"proceeding": "department_order"}, "hearing_date", "missing"),
        (RECEIVED | {"hearing_date": "2026-05-31"}, "hearing_date and petition_received", "May 31, 2026, before"),
        (RECEIVED | {"notice_mailed": "2026-05-31"}, "notice_mailed and petition_received", "before"),
        (RECEIVED | {"notice_ready": "2026-05-31"}, "notice_ready and petition_received", "before"),
        (RECEIVED | {"insertions": ["2026-06-04", "2026-05-28"]}, "insertions and petition_received", "May 28"),
        (RECEIVED | {"insertions": ["2026-06-04", "2026-06-04"]}, "insertions", "stands twice"),
        (RECEIVED | {"continued_to": "2026-06-30"}, "hearing_date", "missing"),
        (RECEIVED | {"hearing_date": "2026-06-25", "continued_to": "2026-06-25"}, "continued_to", "its own day"),
        (RECEIVED | {"hearing_date": "2026-06-25", "continued_to": "2026-06-24"}, "continued_to and", "before"),
        (RECEIVED | {"hearing_date": "2026-06-25", "continued_insertions": ["2026-07-02"]}, "continued_to", "missing"),
        (RECEIVED | {"hearing_date": "2026-06-25", "decision_issued": "2026-06-24"}, "decision_issued and", "before"),
        (RECEIVED | {"decision_issued": "2026-07-10", "order_date": "2026-07-09"}, "order_date and", "before"),
        (RECEIVED | {"order_date": "2026-07-10", "recorded": "2026-07-09"}, "recorded and order_date", "before"),
        (RECEIVED | {"order_date": "2026-07-10", "costs_paid": "2026-07-09"}, "costs_paid and order_date", "before"),
        (RECEIVED | {"order_date": "2026-07-10", "action_filed": "2026-07-09"}, "action_filed and", "before"),
        (RECEIVED | {"established": "2026-07-10", "method_determined": "2026-07-09"}, "method_determined", "before"),
        (RECEIVED | {"outcome": "dismissed", "method": "elect"}, "method", "does not follow"),
        (RECEIVED | {"outcome": "established", "costs_paid": "2026-07-09"}, "costs_paid", "does not follow"),
        (RECEIVED | {"recorded": "2026-07-09", "costs_paid": "2026-07-09"}, "costs_paid", "does not follow"),
        (RECEIVED | {"order_received": "2026-07-09"}, "order_received", "no place"),
        (ORDERED | {"bond_filed": "2026-07-09"}, "bond_filed", "no place"),
        (ORDERED | {"town_acted": "2026-05-31"}, "town_acted and order_received", "before"),
        (RECEIVED | {"referendum_date": "2027-04-06", "referendum_certified": "2027-04-05"}, "referendum", "before"),
        ({"petition_received": "2200-01-01"}, "petition_received", "cannot be meant"),
        ({"petition_received": "1799-12-31"}, "petition_received", "cannot be meant"),
        (RECEIVED | {"towns_count": 0}, "towns_count", "0 is no number"),
        (RECEIVED | {"counties_count": -1}, "counties_count", "-1 is no number"),
        (RECEIVED | {"title": "x" * 121}, "title", "121 characters"),
        (RECEIVED | {"title": "Bass\nLake"}, "title", "line end"),
    ],
)
def test_contradictions_are_refused(stated: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(TimetableInvalid) as refused:
        made(**stated)
    assert where in refused.value.where
    assert words in refused.value.what
    assert refused.value.next


@pytest.mark.parametrize(
    ("base", "name", "day"),
    [
        # The petition comes first of all, whatever lies between is stated or not.
        *(
            (RECEIVED, name, "2026-05-31")
            for name in (
                "continued_to",
                "decision_issued",
                "order_date",
                "filed_with_dnr",
                "recorded",
                "costs_paid",
                "established",
                "action_filed",
                "method_determined",
                "interim_appointed",
            )
        ),
        (RECEIVED | {"decision_issued": "2026-07-10"}, "recorded", "2026-07-09"),
        (RECEIVED | {"hearing_date": "2026-06-25"}, "interim_appointed", "2026-06-24"),
        (ORDERED, "established", "2026-05-31"),
        (ORDERED, "commissioners_chosen", "2026-05-31"),
    ],
)
def test_time_never_runs_backward_over_an_act_whose_day_is_not_stated(
    base: dict[str, Any], name: str, day: str
) -> None:
    hearing = {} if name != "continued_to" else {"hearing_date": "2026-06-25"}
    with pytest.raises(TimetableInvalid, match="before") as refused:
        made(**(base | hearing | {name: day}))
    assert name in refused.value.where


@pytest.mark.parametrize(
    "stated",
    [
        {"hearing_date": "2026-06-01"},  # too early, but no contradiction
        {"hearing_date": "2026-12-01"},  # too late
        {"bond_filed": "2026-05-29"},  # filed with the petition, before it was stamped
        {"hearing_date": "2026-06-25", "notice_mailed": "2026-06-26"},
        {"decision_issued": "2026-07-10", "order_date": "2026-07-10"},
        {"petition_received": "2199-12-31"},
        {"title": "x" * 120, "towns_count": 1},
    ],
)
def test_what_is_late_or_early_stands(stated: dict[str, Any]) -> None:
    refuse_impossible(given(**RECEIVED | stated))
    assert made(**RECEIVED | stated).rows


def test_a_list_without_end_is_refused() -> None:
    many = [f"2027-{month:02}-{number:02}" for month in range(1, 5) for number in range(1, 29)]
    with pytest.raises(TimetableInvalid, match="112 days are too many"):
        made(**RECEIVED, holidays=many)
