"""MUK-04: the ready-to-serve charge (FACTS.md, entry MUK-04)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
PREMISES: dict[str, Any] = {
    "rate": "180.00",
    "rate_period": "annual",
    "service_provided": True,
    "connected": False,
}


def find(**facts: object) -> Finding:
    return judge("MUK-04", read_facts("MUK-04", {**PREMISES, **facts}), LAW)


@pytest.mark.parametrize(
    ("rate", "period", "answer"),
    [
        ("42.00", "quarterly", "37.80"),
        ("180.00", "annual", "162.00"),
        ("15.00", "monthly", "13.50"),
        ("0.05", "annual", "0.05"),  # 0.045, half up
        ("0", "annual", "0.00"),
    ],
)
def test_a_whole_period(rate: str, period: str, answer: str) -> None:
    found = find(rate=rate, rate_period=period)
    assert (found.state, found.answer, found.measures["full_period_charge"]) == ("pass", answer, answer)
    assert found.measures["days_charged"] is None
    assert found.readings == {}


@pytest.mark.parametrize(
    ("effective", "days", "by_days", "by_months"),
    # 162 a year, over 365 days or (2028) 366, or over 12 months.
    [
        ("2026-01-01", 365, "162.00", "162.00"),
        ("2026-01-02", 364, "161.56", None),  # 161.5562
        ("2026-07-01", 184, "81.67", "81.00"),  # 81.6658
        ("2026-12-01", 31, "13.76", "13.50"),  # 13.7589
        ("2026-12-31", 1, "0.44", None),  # 0.4438
        ("2028-02-29", 307, "135.89", None),  # 135.8852
        ("2028-03-01", 306, "135.44", "135.00"),  # 135.4426
    ],
)
def test_the_first_year_is_charged_in_part(effective: str, days: int, by_days: str, by_months: str | None) -> None:
    found = find(effective=effective)
    assert (found.state, found.answer, found.measures["days_charged"]) == ("pass", by_days, days)
    assert found.measures["full_period_charge"] == "162.00"
    expected = {"by_days": by_days} | ({} if by_months is None else {"by_months": by_months})
    assert {name: reading.answer for name, reading in found.readings.items()} == expected
    assert f"{days} days of that year" in found.because


@pytest.mark.parametrize(("rate", "period"), [("45.00", "quarterly"), ("15.00", "monthly")])
def test_the_first_year_of_a_shorter_period_is_that_of_the_whole_year(rate: str, period: str) -> None:
    found = find(rate=rate, rate_period=period, effective="2026-07-01")
    assert (found.answer, found.readings["by_months"].answer) == ("81.67", "81.00")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        pytest.param({"service_provided": False}, "no sewer service is provided", id="no service"),
        pytest.param({"connected": True}, "the premises are connected", id="connected"),
        pytest.param(
            {"connected": True, "service_provided": None, "rate": None, "standby_also_charged": True},
            "the premises are connected",
            id="connected, whatever is unknown",
        ),
        pytest.param({"service_provided": False, "connected": None}, "no sewer service", id="no service, rest unknown"),
    ],
)
def test_nothing_is_charged(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("not_applicable", "0.00", {})
    assert words in found.because.lower()


def test_whether_both_charges_may_run_at_once_is_not_said() -> None:
    found = find(standby_also_charged=True, effective="2026-07-01")
    assert (found.state, found.answer) == ("undetermined", "81.67")
    assert {name: reading.state for name, reading in found.readings.items()} == {
        "by_days": "undetermined",
        "by_months": "undetermined",
    }
    assert "a standby charge runs for the same time" in found.because
    assert any("does not say" in note for note in found.notes)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"service_provided": None}, "whether sewer service is provided to the premises is not known"),
        ({"connected": None}, "whether the premises are connected is not known"),
        ({"rate": None}, "the residential equivalency charge is not known"),
        ({"rate": None, "standby_also_charged": True}, "the residential equivalency charge is not known"),
        ({"rate_period": None}, "the period of that charge is not known"),
        ({"rate_period": None, "effective": "2026-07-01"}, "the period of that charge is not known"),
        ({"standby_also_charged": None}, "whether a standby charge runs for the same time is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert words in found.because


def test_a_negative_rate_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(rate="-0.01")
    assert caught.value.where == "facts.rate"


def test_the_portion_is_one_of_the_law() -> None:
    law = law_with(mukwonago_ready_to_serve_percent=65)
    found = judge("MUK-04", read_facts("MUK-04", PREMISES), law)
    assert found.answer == "117.00"  # 65 percent of 180
    assert "65 percent of $180 for a year is $117" in found.because
    assert [use.value for use in found.parameters] == [65]
