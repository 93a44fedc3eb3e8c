"""TSD-20: the credit for a private system (FACTS.md, entry TSD-20)."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
SYSTEM: dict[str, Any] = {
    "installed": "1991-06-01",
    "district_created": "1995-06-01",
    "code_conforming": True,
    "system_cost": "12000.00",
}


def find(**facts: object) -> Finding:
    return judge("TSD-20", read_facts("TSD-20", {**SYSTEM, **facts}), LAW)


def operated(since: str, charged: str, **facts: object) -> Finding:
    return find(installed="1982-05-14", in_operation_since=since, charge_issued=charged, **facts)


@pytest.mark.parametrize(
    ("cost", "grants", "years", "credit", "off_share"),
    # A tenth of cost less grants for each of 10 - years; or (a tenth of cost) less grants, for the same.
    [
        ("12000", "0", 0, "12000.00", "12000.00"),
        ("12000", "3000", 4, "5400.00", "0.00"),
        ("12000", "600", 4, "6840.00", "3600.00"),
        ("12000", "0", 9, "1200.00", "1200.00"),
        ("12000", "0", 10, "0.00", "0.00"),
        ("12000", "0", 40, "0.00", "0.00"),
        pytest.param("1000", "1500", 2, "0.00", "0.00", id="grants above the cost"),
        pytest.param("100.05", "0", 9, "10.01", "10.01", id="half a cent goes up"),  # 10.005
        pytest.param("100.04", "0", 9, "10.00", "10.00", id="less goes down"),  # 10.004
    ],
)
def test_the_credit(cost: str, grants: str, years: int, credit: str, off_share: str) -> None:
    found = find(system_cost=cost, grants=grants, years_in_operation=years)
    assert (found.state, found.answer) == ("pass", credit)
    assert found.readings["net_cost_share"].answer == credit
    assert found.readings["grants_off_share"].answer == off_share
    assert found.measures["remaining_years"] == max(0, 10 - years)


@pytest.mark.parametrize(
    ("years", "completed", "fractional", "started"),
    # 1,200 a year: 10 - 6, 10 - 6.5 and 10 - 7 years; 10 - 9.75 is a quarter.
    [
        ("6.5", "4800.00", "4200.00", "3600.00"),
        ("6", "4800.00", "4800.00", "4800.00"),
        ("9.75", "1200.00", "300.00", "0.00"),
        ("0.01", "12000.00", "11988.00", "10800.00"),
        ("10.5", "0.00", "0.00", "0.00"),
    ],
)
def test_parts_of_a_year_in_three_readings(years: str, completed: str, fractional: str, started: str) -> None:
    readings = find(years_in_operation=years).readings
    assert [readings[name].answer for name in ("net_cost_share", "fractional_years", "started_years")] == [
        completed,
        fractional,
        started,
    ]


@pytest.mark.parametrize(
    ("since", "charged", "completed", "started"),
    [
        ("1991-06-01", "1991-06-01", 0, 0),
        ("1991-06-01", "1991-06-02", 0, 1),
        ("1991-06-01", "1995-05-31", 3, 4),
        ("1991-06-01", "1995-06-01", 4, 4),
        ("1991-06-01", "1995-06-02", 4, 5),
        # Of February 29 the anniversary is the 28th in a common year, the 29th in a leap year.
        ("1992-02-29", "1995-02-27", 2, 3),
        ("1992-02-29", "1995-02-28", 3, 3),
        ("1992-02-29", "1996-02-28", 3, 4),
        ("1992-02-29", "1996-02-29", 4, 4),
        ("1993-03-01", "1996-02-29", 2, 3),
    ],
)
def test_years_between_two_days(since: str, charged: str, completed: int, started: int) -> None:
    found = operated(since, charged)
    assert found.measures["years_completed"] == completed
    assert found.answer == f"{1200 * (10 - completed)}.00"
    assert found.readings["started_years"].answer == f"{1200 * (10 - started)}.00"
    assert "fractional_years" not in found.readings


@pytest.mark.parametrize(
    ("facts", "eligible"),
    [
        ({"installed": "1995-06-01"}, False),  # the day the district came into existence is not before it
        ({"installed": "1982-05-13"}, False),
        ({"code_conforming": False}, False),
        ({"code_conforming": False, "installed": None}, False),
        ({"cost_information_given": False}, True),
        ({"levy_to_build_system": False}, True),
        ({"levy_to_build_system": False, "code_conforming": None}, None),
        ({"levy_to_build_system": False, "system_cost": None, "years_in_operation": None}, True),
    ],
)
def test_without_a_condition_no_credit_whatever_else_is_unknown(
    facts: dict[str, object], eligible: bool | None
) -> None:
    found = find(**{"years_in_operation": 4, **facts})
    assert (found.state, found.answer, found.readings) == ("not_applicable", "0.00", {})
    assert found.measures["eligible"] is eligible


@pytest.mark.parametrize("installed", ["1982-05-14", "1995-05-31"])
def test_the_first_and_the_last_day_of_installation(installed: str) -> None:
    found = find(installed=installed, years_in_operation=4)
    assert (found.state, found.measures["eligible"]) == ("pass", True)


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"installed": None}, "the system was installed"),
        ({"district_created": None}, "the district came into existence"),
        ({"code_conforming": None}, "plumbing code"),
        ({"cost_information_given": None}, "cost information"),
        ({"levy_to_build_system": None}, "to construct"),
        ({"system_cost": None}, "the cost of the system"),
        ({"grants": None}, "grants"),
        ({"years_in_operation": None}, "how many years"),
        ({"years_in_operation": None, "in_operation_since": "1991-06-01"}, "how many years"),
        ({"years_in_operation": None, "charge_issued": "1995-07-01"}, "how many years"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], word: str) -> None:
    found = find(**{"years_in_operation": 4, **facts})
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word in found.because


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"system_cost": None, "years_in_operation": 10}, id="no years remain of whatever cost"),
        pytest.param({"grants": "12000"}, id="no cost remains for whatever years"),
    ],
)
def test_what_is_unknown_and_could_not_change_the_credit_is_not_asked_about(facts: dict[str, object]) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass", "0.00")


def test_a_charge_before_the_district_is_pointed_out() -> None:
    assert any("older than the district" in note for note in operated("1992-01-01", "1994-01-01").notes)
    assert not any("older than the district" in note for note in operated("1992-01-01", "1995-06-01").notes)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"system_cost": "-1"}, "system_cost"),
        ({"grants": "-0.01"}, "grants"),
        ({"years_in_operation": "-0.5"}, "years_in_operation"),
        ({"in_operation_since": "1991-05-31"}, "in_operation_since"),
        ({"in_operation_since": "1996-01-02", "charge_issued": "1996-01-01"}, "charge_issued"),
        (
            {"years_in_operation": 5, "in_operation_since": "1991-06-01", "charge_issued": "1995-06-01"},
            "years_in_operation",
        ),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(**facts)
    assert refused.value.where == f"facts.{path}"


def test_stated_years_and_days_that_agree_give_the_fraction_too() -> None:
    found = find(years_in_operation="4.5", in_operation_since="1991-06-01", charge_issued="1995-12-01")
    assert (found.answer, found.readings["fractional_years"].answer) == ("7200.00", "6600.00")


CENTS = st.integers(0, 5_000_000).map(lambda cents: Decimal(cents) / 100)


@settings(max_examples=50)
@given(cost=CENTS, grants=CENTS, quarters=st.integers(0, 60))
def test_the_credit_lies_between_nothing_and_the_net_cost_and_never_grows_with_years(
    cost: Decimal, grants: Decimal, quarters: int
) -> None:
    def credits_after(quarter_years: int) -> dict[str, Decimal]:
        found = find(system_cost=str(cost), grants=str(grants), years_in_operation=str(Decimal(quarter_years) / 4))
        return {name: Decimal(str(reading.answer)) for name, reading in found.readings.items()}

    now, later = credits_after(quarters), credits_after(quarters + 1)
    assert set(now) == {"net_cost_share", "grants_off_share", "fractional_years", "started_years"}
    for name, amount in now.items():
        assert 0 <= later[name] <= amount <= max(Decimal(0), cost - grants)
    assert now["started_years"] <= now["fractional_years"] <= now["net_cost_share"]
