"""MUK-12: existing low-density parcels (FACTS.md, entry MUK-12)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.stormwater import LowDensityFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
# Ten acres, of which a tenth is 43,560 sq ft.
TEN_ACRES: dict[str, Any] = {"lot_area_sqft": 435_600, "impervious_2004_sqft": 30_000, "impervious_now_sqft": 30_000}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-12", read_facts("MUK-12", {**TEN_ACRES, **facts}), law)


@pytest.mark.parametrize(
    ("then", "now", "qualified", "state", "answer"),
    # Strictly less than a tenth qualifies; strictly more ends it; so exactly a tenth does neither.
    [
        (30_000, 30_000, True, "pass", 1),
        (43_559, 43_559, True, "pass", 1),
        ("43559.99", "43559.99", True, "pass", 1),
        (43_560, 43_560, False, "fail", 14.75),  # 14.52
        (50_000, 30_000, False, "fail", 10),
        (0, 30_000, False, "fail", 10),
        (0, 0, False, "fail", 0),
        (30_000, 43_560, True, "pass", 1),
        (30_000, "43560.01", True, "fail", 14.75),
        (30_000, 43_561, True, "fail", 14.75),
        (1, 43_560, True, "pass", 1),
        (30_000, 0, True, "pass", 1),
        (30_000, 20_000, True, "pass", 1),
    ],
)
def test_the_two_edges_of_a_tenth(then: object, now: object, qualified: bool, state: str, answer: float) -> None:
    found = find(impervious_2004_sqft=then, impervious_now_sqft=now)
    assert (found.measures["qualified_2004"], found.state, found.answer) == (qualified, state, answer)
    assert found.readings == {}


@pytest.mark.parametrize(
    ("now", "state", "answer", "share"),
    # Scene impervious-low-density: 30,000 in 2004 on ten acres; 35,000 and 47,550 now (63.4 quarters: 64).
    [(35_000, "pass", 1, 0.0803489439853), (47_550, "fail", 16, 0.109159779614)],
)
def test_the_parcels_of_the_scene(now: int, state: str, answer: float, share: float) -> None:
    found = find(impervious_now_sqft=now)
    assert (found.state, found.answer) == (state, answer)
    assert found.measures["share_2004"] == pytest.approx(0.06887052341597796)
    assert found.measures["share_now"] == pytest.approx(share)
    assert found.measures["surfaces_added"] is True
    assert found.margin is not None
    assert (found.margin.value, found.margin.threshold) == (found.measures["share_now"], 0.1)


@pytest.mark.parametrize("added", [None, False])
def test_a_lot_made_smaller_without_new_surfaces_is_undetermined(added: bool | None) -> None:
    found = find(lot_area_sqft=217_800, lot_area_2004_sqft=435_600, surfaces_added=added)
    assert (found.state, found.answer) == ("undetermined", None)
    assert {name: (reading.state, reading.answer) for name, reading in found.readings.items()} == {
        "keeps_one": ("pass", 1),
        "recomputed": ("fail", 10),
    }
    assert "whether a lot made smaller keeps its unit" in found.because


@pytest.mark.parametrize(
    ("facts", "state", "answer"),
    [
        # Exactly a tenth of the smaller lot is not more than a tenth.
        ({"lot_area_sqft": 300_000, "lot_area_2004_sqft": 435_600}, "pass", 1),
        ({"lot_area_sqft": 299_999, "lot_area_2004_sqft": 435_600}, "undetermined", None),
        # Added to, and made smaller: additions are there, so the formula holds; a note says what the lot did.
        ({"lot_area_sqft": 217_800, "lot_area_2004_sqft": 435_600, "impervious_now_sqft": 30_001}, "fail", 10.25),
        # A larger lot takes the share back below.
        ({"lot_area_sqft": 871_200, "lot_area_2004_sqft": 435_600, "impervious_now_sqft": 87_120}, "pass", 1),
        ({"lot_area_2004_sqft": 200_000}, "fail", 10),  # 15 percent in 2004
        ({"surfaces_added": True, "impervious_now_sqft": 29_000}, "pass", 1),
    ],
)
def test_lots_that_changed(facts: dict[str, object], state: str, answer: float | None) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, answer)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"impervious_2004_sqft": None}, "the impervious area on January 1, 2004 is not known"),
        ({"lot_area_sqft": None}, "the lot area is not known"),
        ({"impervious_now_sqft": None}, "the impervious area now is not known"),
        ({"impervious_now_sqft": None, "impervious_2004_sqft": 0}, "the impervious area now is not known"),
        (
            {"lot_area_sqft": None, "impervious_2004_sqft": None, "impervious_now_sqft": None},
            "the lot area, the impervious area on January 1, 2004 and the impervious area now are not known",
        ),
        # The lot shrank: without the surface of 2004 it may or may not have kept its unit.
        (
            {"lot_area_sqft": 217_800, "lot_area_2004_sqft": 435_600, "impervious_2004_sqft": None},
            "the impervious area on January 1, 2004 is not known",
        ),
        (
            {"impervious_2004_sqft": None, "impervious_now_sqft": 50_000, "surfaces_added": False},
            "the impervious area on January 1, 2004 is not known",
        ),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert words in found.because


def test_no_facts_at_all_need_evidence() -> None:
    assert judge("MUK-12", LowDensityFacts(), LAW).state == "needs_evidence"


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        # FACTS.md 1.2: what is unknown and could not change the result is not asked about.
        pytest.param({"impervious_2004_sqft": None, "impervious_now_sqft": 50_000}, 16.75, id="over a tenth now"),
        pytest.param(
            {"impervious_2004_sqft": None, "impervious_now_sqft": 50_000, "lot_area_2004_sqft": 900_000}
            | {"surfaces_added": True},
            16.75,
            id="over a tenth, added to",
        ),
        pytest.param({"impervious_2004_sqft": 0, "lot_area_sqft": None}, 10, id="no surface in 2004"),
    ],
)
def test_what_could_not_change_the_result_is_not_asked_about(facts: dict[str, object], answer: float) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("fail", answer)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.integers(43_561, 435_600), st.integers(0, 435_600))
def test_whatever_the_surface_of_2004_was_an_unchanged_lot_over_a_tenth_goes_by_the_formula(
    now: int, then: int
) -> None:
    # The claim behind the first case above, over every surface that there can have been.
    unknown = find(impervious_2004_sqft=None, impervious_now_sqft=now)
    known = find(impervious_2004_sqft=then, impervious_now_sqft=now)
    assert (
        (known.state, known.answer) == (unknown.state, unknown.answer) == ("fail", known.measures["units_by_formula"])
    )


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "30,000 sq ft on 435,600 sq ft, 6.9 percent; 30,000 sq ft now cover 6.9 percent of the parcel, not more"),
        ({"impervious_now_sqft": 47_550}, "cover 10.9 percent of the parcel after additions, more than 10 percent"),
        ({"impervious_now_sqft": 43_561}, "cover 10.0002 percent of the parcel after additions, more than 10 percent"),
        ({"impervious_2004_sqft": 43_559}, "43,559 sq ft on 435,600 sq ft, 9.9998 percent"),
        ({"impervious_2004_sqft": 0}, "on January 1, 2004 the parcel had no impervious surface"),
        ({"impervious_2004_sqft": 43_560}, "less than 10 percent, would have qualified it as low-density"),
        ({"impervious_2004_sqft": None, "impervious_now_sqft": 50_000}, "it was added to since January 1, 2004"),
    ],
)
def test_the_shares_are_said(facts: dict[str, object], words: str) -> None:
    assert words.casefold() in find(**facts).because.casefold()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"impervious_now_sqft": 0}, "No impervious surface is left"),
        ({"impervious_now_sqft": 31_000, "surfaces_added": False}, "check both"),
        (
            {"lot_area_sqft": 217_800, "lot_area_2004_sqft": 435_600, "impervious_now_sqft": 30_001},
            "alone exceed the share of the smaller lot",
        ),
    ],
)
def test_what_a_reader_must_know_is_noted(facts: dict[str, object], words: str) -> None:
    assert [note for note in find(**facts).notes if words in note]
    assert find().notes == ()


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"lot_area_sqft": -1}, "lot_area_sqft"),
        ({"lot_area_sqft": 0, "impervious_now_sqft": 0, "impervious_2004_sqft": 0}, "lot_area_sqft"),
        ({"lot_area_2004_sqft": 0, "impervious_2004_sqft": 0}, "lot_area_2004_sqft"),
        ({"impervious_2004_sqft": -1}, "impervious_2004_sqft"),
        ({"impervious_now_sqft": 435_601}, "impervious_now_sqft"),
        ({"impervious_2004_sqft": 435_601}, "impervious_2004_sqft"),
        ({"lot_area_2004_sqft": 20_000}, "impervious_2004_sqft"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_a_lot_paved_whole_may_measure_a_hair_more_than_itself() -> None:
    assert find(impervious_now_sqft="435600.01").state == "fail"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        eru_low_density_portion=Fraction(1, 20),
        eru_low_density_units=2,
        eru_low_density_date=dt.date(1999, 7, 1),
        eru_sqft=5000,
        eru_rounding="up_to_whole",
    )
    failed = find(law)  # 6.9 percent is over a twentieth; 30,000 / 5,000
    assert (failed.state, failed.answer, failed.measures["qualified_2004"]) == ("fail", 6, False)
    assert "July 1, 1999" in failed.because
    kept = find(law, impervious_2004_sqft=20_000, impervious_now_sqft=21_780)  # exactly a twentieth
    assert (kept.state, kept.answer) == ("pass", 2)
    assert "not more than 5 percent, so it keeps 2 runoff units" in kept.because


def test_an_ordinance_without_the_rule_asks_for_no_evidence_of_2004() -> None:
    found = find(law_with(eru_low_density_portion=0), impervious_2004_sqft=None)
    assert (found.state, found.answer) == ("fail", 10)
    assert found.because.startswith("The ordinance has no rule for low density")
