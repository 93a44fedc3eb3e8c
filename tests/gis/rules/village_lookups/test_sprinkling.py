"""MUK-26: days for sprinkling (FACTS.md, entry MUK-26)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("MUK-26", read_facts("MUK-26", facts), LAW)


@pytest.mark.parametrize(
    ("number", "date", "may"),
    [
        (420, "2026-07-30", True),
        (420, "2026-07-31", False),
        (421, "2026-07-31", True),
        (421, "2026-08-01", True),  # two odd days in a row
        (420, "2026-08-01", False),
        (420, "2026-05-01", False),
        (420, "2026-04-30", True),
        (421, "2026-04-30", True),  # the season has not begun
        (420, "2026-09-15", False),
        (420, "2026-09-17", True),
        (421, "2026-09-16", True),
        (0, "2026-07-30", True),
    ],
)
def test_stage_one(number: int, date: str, may: bool) -> None:
    for stage in ({}, {"stage": 1}):
        found = find(house_number=number, date=date, **stage)
        assert (found.state, found.answer) == ("pass" if may else "fail", may)


@pytest.mark.parametrize(
    ("date", "even", "odd"),
    # July 27, 2026 is a Monday.
    [
        ("2026-07-27", True, False),
        ("2026-07-28", False, True),
        ("2026-07-29", False, False),
        ("2026-07-30", True, False),
        ("2026-07-31", False, True),
        ("2026-08-01", False, False),
        ("2026-08-02", False, False),
        ("2026-12-07", True, False),  # a Monday outside the season of stage 1
    ],
)
def test_stage_two(date: str, even: bool, odd: bool) -> None:
    for number, may in ((420, even), (421, odd)):
        found = find(house_number=number, date=date, stage=2)
        assert (found.state, found.answer) == ("pass" if may else "fail", may)
        assert found.measures["hours"] == ("20:00-24:00" if may else None)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"date": "2026-07-31"}, "the house number is not known"),
        ({"date": "2026-12-07", "stage": 2}, "the house number is not known"),
        ({"house_number": 420}, "the day is not known"),
        ({"house_number": 420, "date": "2026-12-08", "stage": None}, "the stage of water rationing is not known"),
        ({}, "the day and the house number are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        ({"date": "2026-12-08"}, True),  # outside the season
        ({"house_number": 420, "date": "2026-07-30", "stage": None}, True),  # an even day, and a Thursday
        ({"house_number": 420, "date": "2026-12-07", "stage": None}, True),  # outside the season, and a Monday
        ({"house_number": 420, "date": "2026-07-29", "stage": None}, False),  # an odd day, and a Wednesday
    ],
)
def test_what_is_unknown_may_change_nothing(facts: dict[str, object], may: bool) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass" if may else "fail", may)


@pytest.mark.parametrize("day", range(27, 32))
def test_without_a_number_stage_two_needs_evidence_on_every_weekday(day: int) -> None:
    # The entry asks for the number in stage 2 whatever the day, so also on a Wednesday, which is nobody's.
    found = find(date=f"2026-07-{day}", stage=2)
    assert (found.state, found.answer, found.measures["hours"]) == ("needs_evidence", None, None)


@pytest.mark.parametrize(
    ("facts", "because"),
    [
        (
            {"house_number": 420, "date": "2026-07-31"},
            (
                "On Friday, July 31, 2026, an address with an even number may not sprinkle; "
                "in stage 1 even numbers have the even days of the month, odd numbers the odd days."
            ),
        ),
        (
            {"house_number": 421, "date": "2026-07-29", "stage": 2},
            (
                "On Wednesday, July 29, 2026, an address with an odd number may not sprinkle; "
                "in stage 2 even numbers have Mondays and Thursdays, odd numbers Tuesdays and Fridays."
            ),
        ),
        (
            {"house_number": 420, "date": "2026-07-30", "stage": 2},
            "On Thursday, July 30, 2026, an address with an even number may sprinkle, 20:00-24:00 only.",
        ),
        (
            {"date": "2026-12-08"},
            "Tuesday, December 8, 2026, lies outside the season of water rationing, so every address may sprinkle.",
        ),
        (
            # Outside the season a stage 2 that nobody knows of may still be in effect.
            {"house_number": 420, "date": "2026-12-07", "stage": None},
            "On Monday, December 7, 2026, an address with an even number may sprinkle.",
        ),
    ],
)
def test_the_reason_is_said(facts: dict[str, object], because: str) -> None:
    assert find(**facts).because == because


def test_a_negative_number_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(house_number=-1, date="2026-07-31")
    assert caught.value.where == "facts.house_number"


def test_the_season_and_the_hours_are_those_of_the_law() -> None:
    law = law_with(
        mukwonago_sprinkling_first_month=6,
        mukwonago_sprinkling_first_day=15,
        mukwonago_sprinkling_last_month=8,
        mukwonago_sprinkling_last_day=10,
        mukwonago_sprinkling_from_hour=6,
        mukwonago_sprinkling_to_hour=9,
    )
    for date, may in (("2026-06-14", True), ("2026-06-16", False), ("2026-08-10", False), ("2026-08-12", True)):
        assert judge("MUK-26", read_facts("MUK-26", {"house_number": 421, "date": date}), law).answer is may
    stage_two = read_facts("MUK-26", {"house_number": 420, "date": "2026-07-27", "stage": 2})
    assert judge("MUK-26", stage_two, law).measures["hours"] == "06:00-09:00"
