"""UT-03: uniform rates and standby candidates (FACTS.md, entry UT-03)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
READY = {"parcel_id": "U1", "facility_available": True, "connected": False}


def find(*parcels: dict[str, Any], **facts: object) -> Finding:
    return judge("UT-03", read_facts("UT-03", {"parcels": list(parcels), **facts}), LAW)


def rate(service_class: str, part: str, amount: object) -> dict[str, Any]:
    return {"service_class": service_class, "part": part, "rate": amount}


@pytest.mark.parametrize(
    ("available", "connected", "candidate", "unknown"),
    [
        (True, False, True, False),
        (True, True, False, False),
        (False, False, False, False),
        (False, True, False, False),
        (True, None, False, True),
        (None, False, False, True),
        (None, None, False, True),
        (False, None, False, False),  # without a facility the connection does not matter
        (None, True, False, False),  # connected land gets no standby charge
    ],
)
def test_each_parcel(available: bool | None, connected: bool | None, candidate: bool, unknown: bool) -> None:
    found = find({"parcel_id": "A", "facility_available": available, "connected": connected}, READY)
    assert found.measures["standby_candidates"] == (["A", "U1"] if candidate else ["U1"])
    assert found.measures["unknown_parcels"] == (["A"] if unknown else [])
    assert found.answer == (2 if candidate else 1)
    assert found.state == ("needs_evidence" if unknown else "pass")


@pytest.mark.parametrize(("number", "words"), [(0, "0 parcels have"), (1, "1 parcel has"), (2, "2 parcels have")])
def test_how_many_may_get_a_charge_is_said(number: int, words: str) -> None:
    because = find(*({**READY, "parcel_id": f"U{each}"} for each in range(number))).because
    assert because.startswith(f"{words} a facility and no connection")


@pytest.mark.parametrize(
    ("number", "named"),
    [(1, "U0"), (2, "U0 and U1"), (5, "U0, U1, U2, U3 and U4"), (6, "6 parcels"), (1733, "1,733 parcels")],
)
def test_of_many_parcels_that_nobody_knows_the_number_is_said(number: int, named: str) -> None:
    found = find(*({"parcel_id": f"U{each}", "facility_available": None, "connected": None} for each in range(number)))
    assert found.because.endswith(f"a connection made is not known of {named}.")
    assert found.measures["unknown_parcels"] == [f"U{each}" for each in range(number)]


def test_no_parcels_and_parcels_that_nobody_knows() -> None:
    assert (find().state, find().answer) == ("pass", 0)
    found = judge("UT-03", read_facts("UT-03", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "which parcels" in found.because.lower()


@pytest.mark.parametrize(
    ("rates", "state", "classes"),
    [
        ([], "pass", []),
        ([rate("residential", "north", "42"), rate("residential", "south", "42.00")], "pass", []),
        ([rate("residential", "north", "42"), rate("residential", "south", "42.01")], "fail", ["residential"]),
        ([rate("residential", "north", "42"), rate("commercial", "south", "60")], "pass", []),
        (
            [rate("b", "1", "1"), rate("b", "2", "2"), rate("a", "1", "1"), rate("a", "1", "3")],
            "fail",
            ["a", "b"],
        ),
        ([rate("residential", "north", "42"), rate("residential", "south", None)], "needs_evidence", []),
        ([rate("a", "1", "1"), rate("a", "2", "2"), rate("a", "3", None)], "fail", ["a"]),
    ],
)
def test_rates_are_uniform_for_like_service(rates: list[dict[str, Any]], state: str, classes: list[str]) -> None:
    found = find(READY, rates=rates)
    assert (found.state, found.answer, found.measures["not_uniform_classes"]) == (state, 1, classes)


@pytest.mark.parametrize(
    ("period", "state", "allowed"),
    [
        ("monthly", "pass", True),
        ("bimonthly", "pass", True),
        ("quarterly", "pass", True),
        ("annual", "fail", False),
        ("other", "fail", False),
        (None, "needs_evidence", None),
    ],
)
def test_the_billing_period(period: str | None, state: str, allowed: bool | None) -> None:
    found = find(READY, billing_period=period)
    assert (found.state, found.answer, found.measures["billing_period_allowed"]) == (state, 1, allowed)
    assert any("June 21, 1996" in note for note in found.notes) is (allowed is False)


def test_a_fault_goes_before_what_is_unknown_and_both_are_said() -> None:
    found = find({**READY, "connected": None}, billing_period="annual")
    assert found.state == "fail"
    assert "annual" in found.because
    assert "U1" in found.because


def test_rates_that_are_not_given_are_not_looked_at_and_it_is_said() -> None:
    assert any("No rates are given" in note for note in find(READY).notes)
    assert not any("No rates are given" in note for note in find(READY, rates=[]).notes)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"rates": [rate("a", "1", "1"), rate("a", "2", "-1")]}, "rates[1].rate"),
        ({"parcels": [READY, {**READY, "connected": True}]}, "parcels[1].parcel_id"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        judge("UT-03", read_facts("UT-03", {"parcels": [], **facts}), LAW)
    assert refused.value.where == f"facts.{path}"
