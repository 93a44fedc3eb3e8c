"""CKSD-05: the triggers of the future development charge (FACTS.md, entry CKSD-05)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.district_charges import DevelopmentContributionFacts
from gis.model.finding import Finding, State
from gis.rules.district_charges import development
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
ANNEXED: dict[str, Any] = {"annexed": True, "area_acres": "3"}
OLD: dict[str, Any] = {"annexed": False, "area_acres": "3", "levy_first_paid": "1999-01-01"}


def find(base: dict[str, Any], law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-05", read_facts("CKSD-05", {**base, **facts}), law)


@pytest.mark.parametrize(
    ("area", "accuracy", "state", "answer"),
    [
        ("4.999", 0, "pass", ["a"]),
        ("5", 0, "pass", ["a"]),  # "greater than five"
        ("5.000001", 0, "pass", ["a", "d"]),
        ("4.97", "0.02", "pass", ["a"]),
        ("4.98", "0.02", "within_tolerance", ["a"]),
        ("5", "0.02", "within_tolerance", ["a"]),
        ("5.02", "0.02", "within_tolerance", ["a"]),
        ("5.0201", "0.02", "pass", ["a", "d"]),
    ],
)
def test_five_acres(area: str, accuracy: object, state: str, answer: list[str]) -> None:
    found = find(ANNEXED, area_acres=area, area_accuracy_acres=accuracy)
    assert (found.state, found.answer) == (state, answer)
    assert found.margin is not None
    assert found.margin.holds is (state == "pass")
    replaced = found.readings["d_replaces_a"]
    assert (replaced.state, replaced.answer) == (state, ["d"] if "d" in answer else ["a"])


@pytest.mark.parametrize(
    ("paid", "state", "answer"),
    [
        ("2003-12-31", "fail", []),
        ("2004-01-01", "pass", ["b"]),
        ("2012-06-01", "pass", ["b"]),
        ("never", "pass", ["b"]),
        (None, "needs_evidence", []),
    ],
)
def test_the_levy_history(paid: str | None, state: str, answer: list[str]) -> None:
    found = find(OLD, levy_first_paid=paid)
    assert (found.state, found.answer) == (state, answer)
    assert found.margin is None  # land that is not annexed is not measured against five acres


@pytest.mark.parametrize(
    ("base", "facts", "answer"),
    [
        (OLD, {"subdivided": True}, ["c"]),
        (ANNEXED, {"subdivided": True}, ["a"]),  # subdivided outside the district
        (ANNEXED, {"in_district": True, "levy_first_paid": "1999-01-01", "subdivided": True}, ["a", "c"]),
        (ANNEXED, {"in_district": True, "levy_first_paid": "never", "area_acres": "6"}, ["a", "b", "d"]),
        (OLD, {"substantial_increase": True}, []),  # nothing was levied before that could be recalculated
        (OLD, {"fcac_levied_before": True}, []),
        (OLD, {"substantial_increase": True, "fcac_levied_before": True, "subdivided": True}, ["c", "e"]),
        (OLD, {"in_district": False, "subdivided": True, "levy_first_paid": "never"}, []),
    ],
)
def test_each_trigger_is_looked_at_by_itself(base: dict[str, Any], facts: dict[str, Any], answer: list[str]) -> None:
    found = find(base, **facts)
    assert (found.state, found.answer) == ("pass" if answer else "fail", answer)


@pytest.mark.parametrize(
    ("lots", "existing", "all_lots", "new_lots"),
    [(4, 1, 4, 3), (1, 1, 1, 0), (6, 2, 6, 4), (2, 3, 2, 0), (None, 1, None, None), (4, None, 4, None)],
)
def test_lots(lots: int | None, existing: int | None, all_lots: int | None, new_lots: int | None) -> None:
    found = find(OLD, subdivided=True, lots=lots, existing_lots=existing)
    assert found.measures["lots_charged"] == all_lots
    assert [found.readings[name].answer for name in ("all_lots", "new_lots")] == [all_lots, new_lots]


def test_without_a_trigger_no_lot_is_charged() -> None:
    found = find(OLD, lots=4)
    assert (found.state, found.measures["lots_charged"], found.readings["all_lots"].answer) == ("fail", 0, 0)
    assert found.because == "No trigger applies, so no such charge is due."


@pytest.mark.parametrize(
    ("agreement", "due_on", "words"),
    [
        (True, "developer_agreement", "due on execution of the developer's agreement"),
        (False, "plumbing_permit", "due on issuance of the plumbing permit"),
        (None, None, "annexed (a)."),
    ],
)
def test_when_it_is_due(due_on: str | None, words: str, *, agreement: bool | None) -> None:
    found = find(ANNEXED, developer_agreement=agreement)
    assert found.measures["due_on"] == due_on
    assert words in found.because


@pytest.mark.parametrize(
    ("base", "facts", "answer", "words"),
    [
        (ANNEXED, {"area_acres": None}, ["a"], "its area is not known"),
        (ANNEXED, {"area_accuracy_acres": None}, ["a"], "how accurate its area is is not known"),
        (ANNEXED, {"in_district": True}, ["a"], "when the sanitary levy was first paid for the parcel is not known"),
        (OLD, {"subdivided": None}, [], "Whether it is subdivided is not known"),
        (OLD, {"fcac_levied_before": None, "substantial_increase": True}, [], "whether a charge was levied"),
        (OLD, {"fcac_levied_before": True, "substantial_increase": None}, [], "later development substantially"),
        (OLD, {"levy_first_paid": None, "subdivided": True}, ["c"], "when the sanitary levy was first paid"),
        (
            {},
            {},
            [],
            "Whether the parcel is annexed, when the sanitary levy was first paid for the parcel and its area",
        ),
        (OLD, {"annexed": None}, [], "Whether the parcel is annexed is not known"),
        # Both: the missing fact first, the nearness to five acres is said all the same.
        (
            ANNEXED,
            {"area_acres": "5", "area_accuracy_acres": "0.1", "in_district": True},
            ["a"],
            "whether (d) applies is open; when the sanitary levy",
        ),
    ],
)
def test_what_is_missing_is_named(base: dict[str, Any], facts: dict[str, Any], answer: list[str], words: str) -> None:
    found = find(base, **facts)
    assert (found.state, found.answer) == ("needs_evidence", answer)
    assert words.lower() in found.because.lower()


@pytest.mark.parametrize(
    ("base", "facts"),
    [
        (OLD, {"area_acres": None}),
        (OLD, {"area_accuracy_acres": None}),
        (OLD, {"fcac_levied_before": False, "substantial_increase": None}),
        (OLD, {"developer_agreement": None}),
        (ANNEXED, {"levy_first_paid": None, "subdivided": None}),
    ],
)
def test_what_could_not_add_a_trigger_is_not_asked_for(base: dict[str, Any], facts: dict[str, Any]) -> None:
    assert find(base, **facts).state != "needs_evidence"


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"area_acres": "0"}, "area_acres"),
        ({"area_acres": "-1"}, "area_acres"),
        ({"area_accuracy_acres": "-0.1"}, "area_accuracy_acres"),
        ({"lots": -1}, "lots"),
        ({"existing_lots": -1}, "existing_lots"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(ANNEXED, **facts)
    assert caught.value.where == f"facts.{path}"
    assert caught.value.next


def test_the_numbers_are_those_of_the_law() -> None:
    law = law_with(cksd_special_charge_acres=2)
    assert find(ANNEXED, law).answer == ["a", "d"]
    assert [use.name for use in find(ANNEXED).parameters] == ["cksd_levy_paid_before", "cksd_special_charge_acres"]


acres = st.integers(1, 100_000).map(lambda thousandths: Fraction(thousandths, 1000))


@settings(max_examples=50)
@given(acres, acres, st.booleans())
def test_more_land_never_takes_a_trigger_away(one: Fraction, other: Fraction, annexed: bool) -> None:
    less, more = (
        development.judge(DevelopmentContributionFacts(annexed=annexed, area_acres=area, levy_first_paid="never"), LAW)
        for area in sorted((one, other))
    )
    assert isinstance(less.answer, list)
    assert isinstance(more.answer, list)
    assert {*map(str, less.answer)} <= {*map(str, more.answer)}
    assert State.NEEDS_EVIDENCE not in (less.state, more.state)


@pytest.mark.parametrize("area", ["5.01", "5.00001"])
def test_an_area_just_over_the_limit_is_said_in_full(area: str) -> None:
    assert f"it has {area} acres, more than 5 acres (d)" in find(ANNEXED, area_acres=area).because


@pytest.mark.parametrize(
    ("area", "said"), [("1", "1 acre"), ("1.00002", "1 acre"), ("2", "2 acres"), ("0.5", "0.5 acres")]
)
def test_one_acre_is_said_as_one(area: str, said: str) -> None:
    acre = law_with(cksd_special_charge_acres=Fraction(area))
    found = find(ANNEXED, acre, area_acres=area, area_accuracy_acres="0.1")
    assert f"its area of {said} is within its accuracy of 0.1 of " in found.because
    assert not re.search(r"\b1 acres", found.because)
    larger = find(ANNEXED, law_with(cksd_special_charge_acres=Fraction(1, 4)), area_acres=area)
    assert f"it has {said}, more than 0.25 acres (d)" in larger.because
