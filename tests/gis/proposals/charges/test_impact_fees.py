from __future__ import annotations

import datetime as dt

import pytest

from gis.model.finding import State
from gis.proposals.charges.impact_fees import appeals, impact_fees
from tests.gis.proposals.charges.conftest import Make, amounts, asked_for

OTHERS, WATER, SEWER, NET = (
    "impact fees for library, fire and police",
    "impact fee for water",
    "impact fee for sewer",
    "impact fees for water and sewer",
)


def test_a_house_of_2018(bench: Make) -> None:
    # 384 + 24 + 123; tables of 2018: water 2,201, sewer 1,954.
    charges = [*impact_fees(bench(event="develop", permit_date="2018-05-01", dwellings={"single_family": 1}))]
    assert amounts(charges) == {OTHERS: "531.00", WATER: "2201.00", SEWER: "1954.00"}


def test_units_acres_and_floor(bench: Make) -> None:
    # 8 * 0.75 + 2.5 * 2.64 = 12.6 units. 8 * (292 + 18 + 93) + 12,000 * (0.0081 + 0.0420) = 3,224 + 601.20.
    stated = {"dwellings": {"two_bedroom": 8}, "acres": {"commercial": "2.5"}, "commercial_sqft": 12_000}
    charges = [*impact_fees(bench(event="develop", permit_date="2018-05-01", **stated))]
    assert amounts(charges) == {OTHERS: "3825.20", WATER: "27732.60", SEWER: "24620.40"}


def test_only_the_net_increase_is_charged(bench: Make) -> None:
    # 8 * 0.75 - 1 = 5 units, of 2,201 + 1,954 each.
    stated = {"dwellings": {"two_bedroom": 8}, "before": {"single_family": 1}}
    charges = [*impact_fees(bench(event="develop", permit_date="2018-05-01", **stated))]
    assert amounts(charges)[NET] == "20775.00"
    # An addition of one flat to three.
    stated = {"dwellings": {"two_bedroom": 4}, "before": {"two_bedroom": 3}}
    charges = [*impact_fees(bench(event="develop", permit_date="2018-05-01", **stated))]
    assert amounts(charges)[OTHERS] == "403.00"


@pytest.mark.parametrize(("permit", "known"), [("2003-01-01", True), ("2020-12-31", True), ("2021-01-01", False)])
def test_no_year_past_the_table_has_a_fee(bench: Make, permit: str, known: bool) -> None:
    charges = {
        each.name: each
        for each in impact_fees(bench(event="develop", permit_date=permit, dwellings={"single_family": 1}))
    }
    assert (charges[WATER].amount is not None) is known
    if not known:
        assert charges[WATER].state is State.UNDETERMINED
        assert asked_for(charges[WATER]) == ["the impact fee for water of 2021"]
        assert any("2003 to 2020" in sentence for sentence in charges[WATER].says)


def test_whether_the_building_is_new_is_asked(bench: Make) -> None:
    charges = [*impact_fees(bench())]
    assert set(amounts(charges).values()) == {None}
    assert all("whether the building is new" in asked_for(each) for each in charges)
    assert [*impact_fees(bench(new_building=False))] == []
    assert [*impact_fees(bench(told=[("building_is_new", "no", "2026-01-01")]))] == []
    new = [*impact_fees(bench(new_building=True))]
    assert asked_for(new[0]) == ["the new dwellings by bedrooms, or the new building area"]


def test_what_a_schedule_does_not_have_is_open(bench: Make) -> None:
    duplex = {
        each.name: each
        for each in impact_fees(bench(event="develop", permit_date="2018-05-01", dwellings={"duplex": 1}))
    }
    assert duplex[OTHERS].amount is None
    assert duplex[WATER].amount == 4402  # 2 units of 2,201
    studio = {
        each.name: each
        for each in impact_fees(bench(event="develop", permit_date="2018-05-01", dwellings={"studio": 2}))
    }
    assert studio[OTHERS].amount == 536  # 2 * (194 + 12 + 62)
    assert studio[WATER].amount is None
    assert studio[WATER].state is State.UNDETERMINED


def test_on_division_only_the_fee_for_water(bench: Make) -> None:
    assert list(amounts([*impact_fees(bench(event="divide", dwellings={"single_family": 3}))])) == [WATER]


def test_refund_and_appeal_where_the_register_tells_of_them(bench: Make) -> None:
    told = [("impact_fee_paid", "", "2010-03-31"), ("impact_fee_determined", "", "2026-05-01")]
    assert [name.split()[0] for name, _ in appeals(bench(told=told))] == ["Refund", "Appeal"]
    assert [*appeals(bench())] == []


@pytest.mark.parametrize(
    "stated",
    [
        {"before": {"single_family": "1"}},
        {"before": {"commercial": "1"}, "commercial_sqft": "5000"},
    ],
)
def test_what_is_to_stand_there_is_never_taken_for_nothing(bench: Make, stated: dict[str, object]) -> None:
    # 86-141: the fee is of the net increase; of an unknown after there is no increase and no decrease.
    asked = bench(event="develop", permit_date="2019-06-15", date=dt.date(2026, 6, 15), **stated)
    charges = {each.name: each for each in impact_fees(asked)}
    net = charges["impact fees for water and sewer"]
    assert net.amount is None
    assert net.missing
