"""SA-03: interest when the connection comes later (FACTS.md, entry SA-03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.assessment.interest import BANK_YEAR_DAYS, simple_interest
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
LATE: dict[str, Any] = {
    "amount": "12000.00",
    "first_levy": "2020-01-01",
    "connected": "2025-03-01",
    "levied": "2026-03-01",
    "average_rate": "0.035",
}
TWO = [{"principal": "1200000.00", "rate": "0.03"}, {"principal": "300000.00", "rate": "0.055"}]


def find(**facts: object) -> Finding:
    return judge("SA-03", read_facts("SA-03", {**LATE, **facts}), LAW)


@pytest.mark.parametrize(
    ("amount", "rate", "days", "interest"),
    [
        ("12000", "0.035", 365, "420"),
        ("12000", "0.035", 0, "0"),
        ("9500", "0.0425", 579, "640.46"),  # 640.4691...
        ("100", "0.05", 73, "1"),  # a fifth of a year of five dollars
        ("100", "0.05", 72, "0.98"),  # 0.9863
        ("0", "0.05", 365, "0"),
        ("100", "0", 365, "0"),
    ],
)
def test_simple_interest_is_rounded_down_to_the_cent(amount: str, rate: str, days: int, interest: str) -> None:
    assert simple_interest(Fraction(amount), Fraction(rate), days) == Fraction(interest)


def test_a_bank_reckons_with_a_shorter_year() -> None:
    assert simple_interest(Fraction(36000), Fraction("0.01"), 1, BANK_YEAR_DAYS) == 1


@pytest.mark.parametrize(("amount", "rate", "days"), [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_interest_never_runs_backward(amount: int, rate: int, days: int) -> None:
    with pytest.raises(ValueError, match="not negative"):
        simple_interest(Fraction(amount), Fraction(rate), days)


@pytest.mark.parametrize(
    ("levied", "days", "by_365", "by_360"),
    [
        ("2025-03-01", 0, "0.00", "0.00"),  # levied on the day of the connection
        ("2025-03-02", 1, "1.15", "1.16"),  # 420/365 = 1.1506; 420/360 = 1.1666
        ("2026-03-01", 365, "420.00", "425.83"),
        ("2026-02-28", 364, "418.84", "424.66"),  # 418.849; 424.666
        ("2028-03-01", 1096, "1261.15", "1278.66"),  # with February 29, 2028
    ],
)
def test_both_years(levied: str, days: int, by_365: str, by_360: str) -> None:
    found = find(levied=levied)
    assert (found.state, found.answer, found.measures["days"]) == ("pass", by_365, days)
    assert {name: reading.answer for name, reading in found.readings.items()} == {
        "days_365": by_365,
        "days_360": by_360,
    }
    assert next(iter(found.readings)) == "days_365"


@pytest.mark.parametrize(
    ("connected", "state", "answer"),
    [
        ("2019-12-31", "not_applicable", "0.00"),
        ("2020-01-01", "not_applicable", "0.00"),  # on the day of the first levy
        ("2020-01-02", "pass", "2589.04"),
    ],
)
def test_only_a_connection_after_the_first_levy_bears_interest(connected: str, state: str, answer: str) -> None:
    # January 2, 2020 to March 1, 2026: six years with two leap days are 2,192, to January 2; then 29 + 28 + 1 = 58.
    # 2,250 x 420/365 = 2,589.041
    found = find(connected=connected)
    assert (found.state, found.answer) == (state, answer)


@pytest.mark.parametrize("connected", ["2019-05-01", "2020-01-01", None])
@pytest.mark.parametrize("rate", ["0.035", None])
def test_what_is_assessed_at_the_first_levy_was_connected_by_then(connected: str | None, rate: str | None) -> None:
    # 66.0721(3)(a): interest runs "if that connection is made after the first assessment", to the day of this levy.
    found = find(levied="2020-01-01", connected=connected, average_rate=rate)
    assert (found.state.value, found.answer) == ("not_applicable", "0.00")
    assert "first" in found.because


def test_what_is_unknown_does_not_matter_where_no_interest_runs() -> None:
    found = find(connected="2020-01-01", average_rate=None, amount=None, levied=None)
    assert (found.state, found.answer, found.readings) == ("not_applicable", "0.00", {})


@pytest.mark.parametrize(
    ("stated", "obligations", "used", "weighted", "unweighted"),
    [
        # Weighted (36,000 + 16,500)/1,500,000 = 3.5 percent; plain (3 + 5.5)/2 = 4.25.
        (None, TWO, 0.035, 0.035, 0.0425),
        # The larger debt at the higher rate: (9,000 + 66,000)/1,500,000 = 5 percent weighted.
        (
            None,
            [{"principal": 300000, "rate": "0.03"}, {"principal": 1200000, "rate": "0.055"}],
            0.0425,
            0.05,
            0.0425,
        ),
        ("0.03", TWO, 0.03, 0.035, 0.0425),
        ("0.06", TWO, 0.035, 0.035, 0.0425),
        ("0.06", [{"principal": None, "rate": "0.01"}], 0.06, None, None),
        ("0.06", [], 0.06, None, None),
        (None, [{"principal": 5, "rate": "0.02"}], 0.02, 0.02, 0.02),
    ],
)
def test_the_lower_average_is_used(
    stated: str | None, obligations: list[object], used: float, weighted: float | None, unweighted: float | None
) -> None:
    found = find(average_rate=stated, obligations=obligations)
    assert [found.measures[name] for name in ("rate_used", "rate_weighted", "rate_unweighted")] == [
        used,
        weighted,
        unweighted,
    ]
    assert found.answer == f"{12000 * used:.2f}"  # one whole year


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"amount": None}, "the assessment is not known"),
        ({"first_levy": None}, "the day of the first levy in the service area is not known"),
        ({"connected": None}, "the day of the connection is not known"),
        ({"levied": None}, "the day of this levy is not known"),
        ({"average_rate": None}, "the average interest rate that the district or town paid is not known"),
        ({"average_rate": None, "obligations": []}, "the average interest rate that the district or town paid"),
        ({"average_rate": None, "obligations": [*TWO, {"principal": 1}]}, "the average interest rate"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert words in found.because.lower()


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"amount": "-0.01"}, "amount"),
        ({"amount": "0.005"}, "amount"),
        ({"amount": "9500.001"}, "amount"),
        ({"average_rate": "-0.01"}, "average_rate"),
        ({"average_rate": "4.25"}, "average_rate"),
        ({"obligations": [*TWO, {"principal": 0, "rate": "0.01"}]}, "obligations[2].principal"),
        ({"obligations": [{"principal": 1, "rate": 3}]}, "obligations[0].rate"),
        ({"levied": "2025-02-28"}, "levied"),
        ({"levied": "2019-06-01", "connected": None}, "levied"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


@settings(max_examples=50, derandomize=True, deadline=None)
@given(
    cents=st.integers(0, 10**9),
    rate=st.fractions(0, 1, max_denominator=10**4),
    days=st.integers(0, 20_000),
)
def test_interest_is_never_negative_and_grows_with_the_days(cents: int, rate: Fraction, days: int) -> None:
    amount = Fraction(cents, 100)
    now, later = (simple_interest(amount, rate, count) for count in (days, days + 1))
    assert 0 <= now <= later
    assert now <= amount * rate * days / 365 < now + Fraction(1, 100)


def test_the_order_of_obligations_changes_nothing() -> None:
    assert find(average_rate=None, obligations=TWO) == find(average_rate=None, obligations=TWO[::-1])
