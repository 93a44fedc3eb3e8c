"""MUK-06: the sewer use charge (FACTS.md, entry MUK-06)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
SUMMER: dict[str, object] = {
    "rate_per_kgal": "3.00",
    "quarter": "september",
    "volume_kgal": "26.0",
    "june_volume_kgal": "18.2",
    "user": "single_family",
}


def find(**facts: object) -> Finding:
    return judge("MUK-06", read_facts("MUK-06", {**SUMMER, **facts}), LAW)


@pytest.mark.parametrize(
    ("user", "residential", "dwellings"),
    # 3 x 18.2 = 54.60; 3 x 26 = 78.00.
    [
        ("single_family", "54.60", "54.60"),
        ("duplex", "54.60", "54.60"),
        ("multifamily", "54.60", "78.00"),
        ("nonresidential", "78.00", "78.00"),
    ],
)
def test_who_has_the_relief_of_the_summer_quarter(user: str, residential: str, dwellings: str) -> None:
    found = find(user=user)
    assert (found.state, found.answer) == ("pass", residential)
    assert {name: reading.answer for name, reading in found.readings.items()} == {
        "residential": residential,
        "single_family_and_duplex": dwellings,
    }


@pytest.mark.parametrize("quarter", ["march", "june", "december"])
def test_other_quarters_are_billed_as_metered(quarter: str) -> None:
    assert find(quarter=quarter).answer == "78.00"
    assert find(quarter=quarter, june_volume_kgal=None, user=None, disconnected_in_june_quarter=None).answer == "78.00"


@pytest.mark.parametrize(("volume", "billed"), [("18.1", 18.1), ("18.2", 18.2), ("18.3", 18.2)])
def test_the_lesser_volume_is_billed(volume: str, billed: float) -> None:
    assert find(volume_kgal=volume).measures["billed_kgal"] == billed


def test_after_a_disconnection_there_is_no_relief() -> None:
    assert find(disconnected_in_june_quarter=True).answer == "78.00"
    assert find(disconnected_in_june_quarter=True, june_volume_kgal=None).state == "pass"


@pytest.mark.parametrize("facts", [{"volume_kgal": 0, "june_volume_kgal": None}, {"volume_kgal": 0, "user": None}])
def test_no_water_costs_nothing_whatever_is_unknown(facts: dict[str, object]) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass", "0.00")


def test_less_water_than_in_june_is_billed_whoever_the_user_is() -> None:
    assert find(volume_kgal=10, user=None, quarter=None, disconnected_in_june_quarter=None).answer == "30.00"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"volume_kgal": None}, "the metered volume of the quarter is not known"),
        ({"june_volume_kgal": None}, "the volume of the June quarter is not known"),
        ({"quarter": None}, "the quarter of the bill is not known"),
        ({"user": None}, "the kind of user is not known"),
        ({"disconnected_in_june_quarter": None}, "whether water was disconnected in the June quarter is not known"),
        ({"rate_per_kgal": None}, "the rate for 1,000 gallons"),
        ({"rate_per_kgal": None, "net_om_budget": 100, "consumption_kgal": 0}, "no water was used in the year before"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words.lower() in found.because.lower()


def test_an_apartment_house_without_june_volume_is_open_by_one_reading_only() -> None:
    found = find(user="multifamily", june_volume_kgal=None)
    assert (found.state, found.readings["residential"].state) == ("needs_evidence", "needs_evidence")
    assert found.readings["single_family_and_duplex"].answer == "78.00"


def test_budget_over_consumption_makes_the_rate_that_is_rounded_only_at_the_end() -> None:
    # 100 / 300 = 0.3333...; x 26 = 8.6666..., where the rounded rate would give 0.33 x 26 = 8.58.
    found = find(rate_per_kgal=None, net_om_budget=100, consumption_kgal=300, user="nonresidential")
    assert (found.answer, found.measures["rate_per_kgal"]) == ("8.67", "0.33")


def test_an_adopted_rate_goes_before_budget_and_consumption() -> None:
    assert find(net_om_budget=100, consumption_kgal=300).answer == "54.60"


@pytest.mark.parametrize(
    "name", ["rate_per_kgal", "net_om_budget", "consumption_kgal", "volume_kgal", "june_volume_kgal"]
)
def test_what_is_negative_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{name: -1})
    assert caught.value.where == f"facts.{name}"


@settings(max_examples=50, derandomize=True)
@given(
    volume=st.decimals(0, 1000, places=1),
    june=st.decimals(0, 1000, places=1),
    user=st.sampled_from(["single_family", "duplex", "multifamily", "nonresidential"]),
)
def test_no_charge_is_negative_and_none_exceeds_that_of_the_metered_volume(
    volume: Decimal, june: Decimal, user: str
) -> None:
    found = find(volume_kgal=str(volume), june_volume_kgal=str(june), user=user)
    assert Decimal(0) <= Decimal(str(found.answer)) <= 3 * volume


def test_the_sentence_says_the_rate_with_which_it_reckons() -> None:
    # 15 x 3.3333... = 50; with the rate rounded to 3.33 a reader would get 49.95.
    found = find(rate_per_kgal=None, net_om_budget="1000000.00", consumption_kgal=300000, volume_kgal=15)
    assert found.answer == "50.00"
    assert "at $3.333333 for 1,000 gallons the charge is $50." in found.because


def test_no_water_costs_nothing_at_any_rate() -> None:
    found = find(rate_per_kgal=None, volume_kgal=0)
    assert (found.state, found.answer) == ("pass", "0.00")
    assert {each.answer for each in found.readings.values()} == {"0.00"}
    assert found.because.endswith("so nothing is charged at any rate.")
