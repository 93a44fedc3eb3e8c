"""MUK-11, MUK-12 and which rule governs, at the edges that changed code could pass unseen (FACTS.md)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.assigned_units import AssignedUnits
from gis.model.facts.stormwater import ParcelRunoffFacts
from gis.model.jsonio import adapter
from gis.model.stormwater_policy import StormwaterPolicy
from gis.rules.registry import judge, read_facts
from gis.rules.stormwater.assigning import assigned_units, said_when_lower
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
HOUSE: dict[str, Any] = {"development": "single_family", "developed": True}
SHOP: dict[str, Any] = {"development": "nonresidential", "developed": True}
TEN_ACRES: dict[str, Any] = {"lot_area_sqft": 435_600, "impervious_2004_sqft": 30_000, "impervious_now_sqft": 30_000}


def assign(law: Parameters = LAW, *, in_full: bool = True, **facts: object) -> AssignedUnits:
    read: ParcelRunoffFacts = adapter(ParcelRunoffFacts).validate_python(facts)
    return assigned_units(read, law, StormwaterPolicy(), in_full=in_full)


@pytest.mark.parametrize("developed", [True, False, None])
@pytest.mark.parametrize("development", ["single_family", "duplex", "multifamily", "nonresidential", None])
def test_whatever_is_told_beside_the_units_are_the_same(development: str | None, developed: bool | None) -> None:
    lot = {"impervious_sqft": 4200, "lot_area_sqft": 9000, "impervious_2004_sqft": 0}
    told, kept_short = (
        assign(**lot, development=development, developed=developed, in_full=in_full) for in_full in (True, False)
    )
    assert (kept_short.units, kept_short.why, kept_short.governing) == (told.units, told.why, told.governing)
    # MUK-10 is on developed residential lots, so of another it is told only where all is asked for.
    said = {kept_short.governing.rule, *(each.rule for each in kept_short.beside)}
    assert ("MUK-10" in said) is (developed is not False and development != "nonresidential")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({**HOUSE}, {**SHOP, "impervious_sqft": 2000}, id="not known before"),
        pytest.param({**SHOP, "impervious_sqft": 4000}, {**HOUSE}, id="not known now"),
    ],
)
def test_of_a_surface_that_is_not_known_it_is_not_said_that_it_grew(
    before: dict[str, object], after: dict[str, object]
) -> None:
    # A house has one unit whatever its surface; 2,000 sq ft are 0.67 units, so 0.75; 4,000 are 1.33, so 1.5.
    one, other = (assign(**facts, lot_area_sqft=9000, impervious_2004_sqft=0) for facts in (before, after))
    assert one.units is not None
    assert other.units is not None
    assert one.units > other.units
    assert said_when_lower(one, other) == ""


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        pytest.param({}, "MUK-11", id="a hair over a tenth"),
        pytest.param({"surfaces_added": True}, "MUK-11", id="added to"),
        pytest.param({"lot_area_2004_sqft": 20_000}, "MUK-11", id="a lot that is said to be the same"),
        # With none added it may have kept its unit: then one of the facts is wrong, and the text decides nothing.
        pytest.param({"surfaces_added": False}, "MUK-12", id="not added to"),
        pytest.param({"lot_area_2004_sqft": 20_001}, "MUK-12", id="a lot made smaller"),
        pytest.param({"lot_area_sqft": 20_010}, "MUK-12", id="a tenth, not more"),
        pytest.param({"lot_area_sqft": None}, "MUK-12", id="lot not known"),
    ],
)
def test_gravel_that_is_left_open_matters_unless_the_roof_alone_ends_the_low_density(
    facts: dict[str, object], rule: str
) -> None:
    yard = [{"kind": "roof", "area_sqft": 2001}, {"kind": "gravel", "area_sqft": 5000}]
    found = assign(**{**SHOP, "surfaces": yard, "lot_area_sqft": 20_000, **facts})
    assert (found.governing.rule, found.units) == (rule, None)


@pytest.mark.parametrize("then", [None, 0, 30_000])
@pytest.mark.parametrize(("now", "units"), [(0, 0), (30_000, 10)])
@pytest.mark.parametrize("lot_then", [None, 435_600, 900_000])
def test_without_a_rule_for_low_density_the_formula_holds_whatever_was_there(
    then: int | None, now: int, units: int, lot_then: int | None
) -> None:
    facts = {**TEN_ACRES, "impervious_2004_sqft": then, "impervious_now_sqft": now, "lot_area_2004_sqft": lot_then}
    found = judge("MUK-12", read_facts("MUK-12", facts), law_with(eru_low_density_portion=0))
    assert (found.state, found.answer, found.measures["qualified_2004"]) == ("fail", units, False)


def test_an_ordinance_may_call_all_but_a_lot_that_is_paved_whole_low_density() -> None:
    law = law_with(eru_low_density_portion=1)
    for then, state in ((435_599, "pass"), (435_600, "fail")):
        facts = {**TEN_ACRES, "impervious_2004_sqft": then, "impervious_now_sqft": 435_600}
        assert judge("MUK-12", read_facts("MUK-12", facts), law).state == state
