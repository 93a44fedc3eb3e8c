"""MUK-07: residential equivalent connections by Appendix A (FACTS.md, entry MUK-07; source 001, Appendix A)."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from gis.rules.village_charges.appendix_a import USES, unit_table
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("MUK-07", read_facts("MUK-07", facts), LAW)


@pytest.mark.parametrize(
    ("use", "units"),
    [
        ("single_family", 1), ("duplex", 2), ("vacant_lot", 0), ("church", 2), ("hall", 3), ("post_office", 2),
        ("telephone_exchange", 1), ("barber_beauty", 1.5), ("refreshment_stand", 2), ("funeral_home", 2),
        ("greenhouse", 1), ("medical_clinic", 2), ("fire_house", 1), ("village_office", 1), ("car_wash", 4),
    ],
)  # fmt: skip
def test_some_uses_have_one_number(use: str, units: float) -> None:
    for quantity in (None, 0, 9):
        found = find(use=use, quantity=quantity)
        assert (found.state, found.answer, found.readings) == ("pass", units, {})


@pytest.mark.parametrize(
    ("use", "units"),  # for ten of them
    [
        ("hotel", 2.5), ("elderly_one_bedroom", 3), ("elderly_two_bedroom", 5), ("assisted_one_bedroom", 2.5),
        ("assisted_two_bedroom", 4.5), ("bowling_alley", 3.5), ("nursing_home", 3.33), ("dentist", 10),
        ("laundromat", 3.33),
    ],
)  # fmt: skip
def test_some_uses_count_each_thing(use: str, units: float) -> None:
    assert find(use=use, quantity=10).answer == units
    assert find(use=use, quantity=0).answer == 0
    assert find(use=use).state == "needs_evidence"


@pytest.mark.parametrize(
    ("count", "units"),
    [(3, 2.4), (4, 3.2), (7, 5.6), (8, 6), (100, 75)],  # 0.8 each up to seven, 0.75 each beyond
)
def test_dwelling_units_of_a_multifamily_building(count: int, units: float) -> None:
    found = find(use="multifamily", quantity=count)
    assert (found.state, found.answer, found.readings) == ("pass", units, {})


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_dwelling_units_are_no_multifamily_row(count: int) -> None:
    found = find(use="multifamily", quantity=count)
    assert (found.state, found.answer) == ("undetermined", None)


@pytest.mark.parametrize(
    ("use", "quantity", "proportional", "started", "full"),
    [
        ("tavern", 50, 1, 1, 1), ("tavern", 51, 1.02, 2, 1), ("tavern", 49, 0.98, 1, 0), ("tavern", 0, 0, 0, 0),
        ("restaurant", 75, 3, 4, 2), ("office", 6, 1.2, 2, 1), ("school", 30, 1.2, 2, 1),
        ("industrial_domestic", 14, 2.8, 3, 2),
    ],
)  # fmt: skip
def test_steps_are_read_three_ways(use: str, quantity: int, proportional: float, started: float, full: float) -> None:
    found = find(use=use, quantity=quantity)
    assert (found.state, found.answer) == ("pass", proportional)
    assert {name: reading.answer for name, reading in found.readings.items()} == {
        "proportional": proportional,
        "each_started": started,
        "each_full": full,
    }


@pytest.mark.parametrize(
    ("use", "count", "lower", "upper"),
    [
        ("vehicle_service_garage", 0, 1, 1), ("vehicle_service_garage", 4, 1, 1), ("vehicle_service_garage", 5, 1, 2),
        ("vehicle_service_garage", 6, 2, 2), ("vehicle_service_garage", 15, 2, 2),
        ("retail_warehouse_shop_bank", 4, 1, 1), ("retail_warehouse_shop_bank", 5, 1, 2),
        ("retail_warehouse_shop_bank", 6, 2, 2), ("retail_warehouse_shop_bank", 9, 2, 2),
        ("retail_warehouse_shop_bank", 10, 2, 3), ("retail_warehouse_shop_bank", 11, 3, 3),
        ("retail_warehouse_shop_bank", 400, 3, 3),
    ],
)  # fmt: skip
def test_rows_of_employees_overlap_at_their_edges(use: str, count: int, lower: int, upper: int) -> None:
    found = find(use=use, quantity=count)
    assert (found.state, found.answer) == ("pass", lower)
    shown = {name: reading.answer for name, reading in found.readings.items()}
    assert shown == ({} if lower == upper else {"lower_band": lower, "upper_band": upper})


@pytest.mark.parametrize("grinder", [False, True, None])
def test_a_garage_with_more_employees_has_no_number(grinder: bool | None) -> None:
    found = find(use="vehicle_service_garage", quantity=16, garbage_grinder=grinder)
    assert (found.state, found.answer, found.readings) == ("undetermined", None, {})


def test_a_use_that_is_not_listed_has_no_number() -> None:
    found = find(use="airport", quantity=3, garbage_grinder=None)
    assert (found.state, found.answer) == ("undetermined", None)
    assert "village engineer" in found.because


def test_a_garbage_grinder_adds_to_every_reading_of_a_business() -> None:
    found = find(use="tavern", quantity=120, garbage_grinder=True)
    # 2.4, 3 and 2, with 2.0 more.
    assert (found.answer, found.measures["garbage_grinder_recs"]) == (4.4, 2)
    assert [reading.answer for reading in found.readings.values()] == [4.4, 5, 4]


@pytest.mark.parametrize("use", ["single_family", "duplex", "vacant_lot"])
def test_a_garbage_grinder_adds_nothing_to_a_dwelling(use: str) -> None:
    found = find(use=use, garbage_grinder=True)
    assert (found.answer, found.measures["garbage_grinder_recs"]) == (find(use=use).answer, 0)
    assert "commercial establishment only" in found.notes[0]
    assert find(use=use, garbage_grinder=None).state == "pass"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "the use of the land is not known"),
        ({"use": "hotel"}, "how many rentable units there are is not known"),
        ({"use": "tavern", "quantity": 9, "garbage_grinder": None}, "whether there is a garbage grinder is not known"),
        ({"use": "tavern", "garbage_grinder": None}, "are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert words in found.because.lower()


def test_a_negative_number_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(use="hotel", quantity=-1)
    assert caught.value.where == "facts.quantity"


def test_the_list_holds_from_its_effective_day_on() -> None:
    law = load_law()
    assert unit_table(law.parameters(dt.date(1995, 10, 25))).entry("church") is not None
    for use in USES:
        with pytest.raises(ParameterNotInForce):
            unit_table(law.parameters(dt.date(1995, 10, 24))).entry(use)


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(mukwonago_recs_tavern=3, mukwonago_step_tavern=40, mukwonago_recs_garbage_grinder=1)
    facts = read_facts("MUK-07", {"use": "tavern", "quantity": 80, "garbage_grinder": True})
    found = judge("MUK-07", facts, law)
    assert found.answer == 7  # 3 x 2 and 1
    assert [use.value for use in found.parameters] == [40, 3, 1]


@settings(max_examples=50, derandomize=True)
@given(use=st.sampled_from(sorted(USES)), count=st.integers(0, 500))
def test_units_are_not_negative_and_the_default_is_the_first_reading(use: str, count: int) -> None:
    found = unit_table(LAW).by_reading(use, count)
    assert all(units >= 0 for units in found.values())
    assert (find(use=use, quantity=count).answer is None) is (not found)


@pytest.mark.parametrize(
    ("use", "quantity", "said"),
    [
        ("bowling_alley", 1, "1 alley, at 0.35 each: 0.35 residential equivalent connections."),
        ("tavern", 1, "1 person of capacity, at 1 for each 50: 0.02 residential equivalent connections."),
        ("tavern", 1250, "1,250 persons of capacity, at 1 for each 50: 25 residential equivalent connections."),
        ("industrial_domestic", 1, "1 full-time employee, at 1 for each 5: 0.2 residential equivalent connections."),
        ("retail_warehouse_shop_bank", 1, "1 employee: 1 residential equivalent connection."),
    ],
)
def test_one_and_many_are_said(use: str, quantity: int, said: str) -> None:
    assert find(use=use, quantity=quantity).because == said


@pytest.mark.parametrize(
    ("use", "grinder", "adds"),
    [
        ("hotel", None, None),  # it may have one
        ("hotel", True, 2),
        ("hotel", False, 0),
        ("duplex", None, 0),  # no commercial establishment
        ("airport", None, 0),  # not listed
    ],
)
def test_what_a_grinder_adds_is_null_where_it_is_not_known(use: str, grinder: bool | None, adds: int | None) -> None:
    assert find(use=use, quantity=2, garbage_grinder=grinder).measures["garbage_grinder_recs"] == adds


@pytest.mark.parametrize(("use", "most"), [("single_family", 1), ("duplex", 2)])
def test_more_dwellings_than_one_building_has_are_noted(use: str, most: int) -> None:
    assert find(use=use, quantity=most).notes == ()
    assert find(use=use).notes == ()
    assert "one building" in find(use=use, quantity=most + 1).notes[0]
