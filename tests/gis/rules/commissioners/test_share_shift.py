"""TSD-24: when another town's share exceeds that of the first (FACTS.md, entry TSD-24)."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ALDER, BIRCH, CEDAR = "Town of Alder", "Town of Birch", "Town of Cedar"


def shares(**by_town: object) -> list[dict[str, object]]:
    return [{"municipality": f"Town of {town.title()}", "share": share} for town, share in by_town.items()]


def values(**by_town: object) -> list[dict[str, object]]:
    return [{"municipality": f"Town of {town.title()}", "equalized_value": value} for town, value in by_town.items()]


def find(rows: list[dict[str, object]] | None, **facts: object) -> Finding:
    stated = {"first_authorized": ALDER, "shares": rows, **facts}
    return judge("TSD-24", read_facts("TSD-24", stated), LAW)


@pytest.mark.parametrize(
    ("alder", "birch", "state", "answer"),
    [
        ("0.5", "0.5", "not_applicable", None),
        ("0.50", ".500", "not_applicable", None),
        ("0.49999999999999999999", "0.5", "pass", BIRCH),
        ("0.5", "0.49999999999999999999", "not_applicable", None),
    ],
)
def test_equal_is_not_more_and_the_least_is(alder: str, birch: str, state: str, answer: str | None) -> None:
    found = find(shares(alder=alder, birch=birch))
    assert (found.state, found.answer) == (state, answer)
    assert found.measures["exceeding_towns"] == ([] if answer is None else [answer])


def test_one_cent_more_is_more() -> None:
    found = find(values(alder="5000000.00", birch="5000000.01"))
    assert (found.state, found.answer) == ("pass", BIRCH)
    assert "%" not in found.because  # both would print as 50.0%
    assert "may provide for other commissioners" in found.because


@pytest.mark.parametrize(
    ("acted", "state", "by_calendar"),
    [
        # June 4, 2026 and 60 days: Monday, August 3; June 3: Sunday, August 2, which moves.
        (None, "pass", "pass"),
        ("2026-08-02", "pass", "pass"),
        ("2026-08-03", "pass", "fail"),
        ("2026-08-04", "fail", "fail"),
    ],
)
def test_the_other_board_acts_within_sixty_days(acted: str | None, state: str, by_calendar: str) -> None:
    found = find(shares(alder="0.4", birch="0.6"), shares_changed="2026-06-03", board_acted=acted)
    assert (found.state, found.answer, found.measures["act_by"]) == (state, BIRCH, "2026-08-02")
    assert found.readings["calendar_day"].state == by_calendar


def test_an_act_cannot_be_timed_without_the_day_of_the_change() -> None:
    found = find(shares(alder="0.4", birch="0.6"), board_acted="2026-08-04")
    assert (found.state, found.answer) == ("needs_evidence", BIRCH)
    assert "the change of shares is not known" in found.because


def test_two_towns_that_exceed_leave_the_law_without_an_answer() -> None:
    found = find(shares(alder="0.2", birch="0.4", cedar="0.4"))
    assert (found.state, found.answer) == ("undetermined", None)
    assert found.measures["exceeding_towns"] == [BIRCH, CEDAR]
    assert (found.readings["largest_share"].state, found.readings["largest_share"].answer) == ("undetermined", None)
    assert found.readings["any_exceeding"].answer == [BIRCH, CEDAR]


def test_the_first_is_compared_with_not_the_largest() -> None:
    # Cedar is the largest, but Birch was authorised first and only Cedar exceeds it.
    found = find(shares(alder="0.2", birch="0.3", cedar="0.5"), first_authorized=BIRCH)
    assert (found.state, found.answer) == ("pass", CEDAR)


@pytest.mark.parametrize(
    ("rows", "state", "answer"),
    [
        (values(alder=5, birch=None), "needs_evidence", None),
        (values(alder=None, birch=5), "needs_evidence", None),
        # What is left of the whole is at most 0.4.
        (shares(alder="0.6", birch=None), "not_applicable", None),
        (shares(alder="0.5", birch=None), "not_applicable", None),
        (shares(alder="0.4", birch=None), "needs_evidence", None),
        (shares(alder=None, birch="0.7"), "pass", BIRCH),
        (shares(birch="0.7"), "pass", BIRCH),  # Alder has at most 0.3
        (shares(birch="0.5"), "needs_evidence", None),
        ([*values(alder=5), *shares(birch="0.9")], "needs_evidence", None),
        ([], "needs_evidence", None),
        (None, "needs_evidence", None),
    ],
)
def test_a_missing_share_is_asked_about_where_it_could_change_the_outcome(
    rows: list[dict[str, object]] | None, state: str, answer: str | None
) -> None:
    found = find(rows)
    assert (found.state, found.answer) == (state, answer)


def test_what_is_missing_is_named() -> None:
    assert BIRCH in find(values(alder=5, birch=None)).because
    nothing = judge("TSD-24", read_facts("TSD-24", {}), LAW)
    assert nothing.state == "needs_evidence"
    assert "which town was first authorised" in nothing.because


YEARS: list[dict[str, Any]] = [
    {"roll_year": 2026, "shares": shares(alder="0.48", birch="0.52"), "changed": "2026-08-15"},
    {"roll_year": 2023, "shares": shares(alder="0.49", birch="0.51"), "changed": "2023-08-15"},
    {"roll_year": 2025, "shares": shares(alder="0.47", birch="0.53"), "changed": "2025-08-15"},
    {"roll_year": 2024, "shares": shares(alder="0.50", birch="0.50")},
]


def test_shares_by_roll_year_say_since_when_a_town_exceeds() -> None:
    # Birch led in 2023, was level in 2024, and leads again since 2025: August 15, 2025 and 60 days is October 14.
    found = find(None, roll_years=YEARS, board_acted="2025-10-14")
    assert (found.state, found.answer, found.measures["act_by"]) == ("pass", BIRCH, "2025-10-14")
    assert found.measures["exceeded_since_roll_year"] == 2025
    assert found.measures["exceeding_towns_by_roll_year"] == {
        "2023": [BIRCH],
        "2024": [],
        "2025": [BIRCH],
        "2026": [BIRCH],
    }
    assert find(None, roll_years=YEARS, board_acted="2025-10-15").state == "fail"


def test_a_stated_day_of_the_change_goes_before_that_of_a_roll_year() -> None:
    assert find(None, roll_years=YEARS, shares_changed="2026-01-02").measures["act_by"] == "2026-03-03"


def test_shares_now_go_before_the_last_roll_year() -> None:
    assert find(shares(alder="0.5", birch="0.5"), roll_years=YEARS).state == "not_applicable"


@pytest.mark.parametrize(
    ("rows", "path"),
    [
        (shares(alder="1.2"), "shares[0].share"),
        (shares(alder="50.4", birch="49.6"), "shares[0].share"),
        (shares(alder="0.8", birch="0.7"), "shares"),
        (shares(alder="0.503", birch="0.503"), "shares"),
        (shares(alder="-0.1"), "shares[0].share"),
        (values(alder="-1"), "shares[0].equalized_value"),
        (shares(alder="0.1") * 2, "shares[1].municipality"),
    ],
)
def test_shares_that_no_towns_can_have_are_refused(rows: list[dict[str, object]], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(rows)
    assert refused.value.where == f"facts.{path}"


def test_shares_rounded_to_a_thousandth_may_add_up_to_a_little_more() -> None:
    # 1/6 + 1/6 + 2/3 printed with three places is 1.001.
    assert find(shares(alder="0.167", birch="0.667", cedar="0.167")).answer == BIRCH


def test_a_roll_year_that_stands_twice_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="2026 stands twice"):
        find(None, roll_years=[YEARS[0], YEARS[0]])
    with pytest.raises(FactsInvalid, match="roll_years"):
        find(None, roll_years=[{"roll_year": 2026, "shares": shares(alder="2")}])


@settings(max_examples=50)
@given(parts=st.lists(st.integers(0, 5), min_size=3, max_size=3), first=st.sampled_from([ALDER, BIRCH, CEDAR]))
def test_the_first_town_is_never_named_and_order_changes_nothing(parts: list[int], first: str) -> None:
    rows = dict(zip((ALDER, BIRCH, CEDAR), parts, strict=True))
    expected = sorted((name for name in rows if rows[name] > rows[first]), key=lambda name: (-rows[name], name))
    for order in permutations(rows):
        stated = [{"municipality": name, "equalized_value": rows[name]} for name in order]
        found = find(stated, first_authorized=first)
        assert found.measures["exceeding_towns"] == expected
        assert found.answer == (expected[0] if len(expected) == 1 else None)
        assert first not in expected
        assert found.state == {0: "not_applicable", 1: "pass"}.get(len(expected), "undetermined")


@settings(max_examples=50)
@given(alder=st.integers(0, 100), birch=st.integers(0, 100))
def test_values_and_their_shares_give_one_answer(alder: int, birch: int) -> None:
    total = alder + birch or 1
    by_share = find(shares(alder=Fraction(alder, total), birch=Fraction(birch, total)))
    by_value = find(values(alder=alder, birch=birch))
    assert (by_share.state, by_share.answer) == (by_value.state, by_value.answer)
