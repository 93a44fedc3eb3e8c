from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction

import pytest

from gis.model.charges import Charge
from gis.model.finding import State
from gis.proposals.charges.bench import Due
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
    for standing in (bench(new_building=False), bench(told=[("building_is_new", "no", "2026-01-01")])):
        assert set(amounts([*impact_fees(standing)]).values()) == {"0.00"}
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


def charged(bench: Make, **stated: object) -> dict[str, Charge]:
    """Return the fees of a permit of May 1, 2018: tables of 2018, water 2,201 and sewer 1,954 a unit."""
    return {
        each.name: each for each in impact_fees(bench(**{"event": "develop", "permit_date": "2018-05-01", **stated}))
    }


@pytest.mark.parametrize(
    ("before", "after", "facilities", "net"),
    # Facilities by additional dwellings, 403 each with two bedrooms; water and sewer by added units, 4,155 each.
    [
        ({"single_family": 1}, {"two_bedroom": 4}, "1209.00", "8310.00"),  # 3 x 403; 4 x 0.75 - 1 = 2 units
        ({"two_bedroom": 4}, {"single_family": 1}, "0.00", "0.00"),  # 1 for 3 units
        ({"single_family": 1}, {"two_bedroom": 1}, "0.00", "0.00"),
        ({"duplex": 1}, {"two_bedroom": 4}, "806.00", "4155.00"),  # 2 x 403; 3 less 2 units
        ({"commercial": "1"}, {"two_bedroom": 4}, "1612.00", "1495.80"),  # 4 x 403; 3 less 2.64 is 0.36 unit
    ],
)
def test_dwellings_that_take_the_place_of_others_are_not_added(
    bench: Make, before: object, after: object, facilities: str, net: str
) -> None:
    charges = charged(bench, before=before, dwellings=after)
    assert amounts([*charges.values()]) == {OTHERS: facilities, NET: net}


def test_which_of_unlike_dwellings_are_added_is_told_both_ways(bench: Make) -> None:
    # 268 + 268 + 403, or 268 + 403 + 403.
    fee = charged(bench, before={"single_family": 1}, dwellings={"one_bedroom": 2, "two_bedroom": 2})[OTHERS]
    assert fee.amount == 939
    assert {each.name: each.amount for each in fee.readings} == {"highest_fees": 1074}


@pytest.mark.parametrize("new", [None, False])
def test_an_addition_to_a_building_that_stands_is_charged(bench: Make, new: bool | None) -> None:
    # One flat to three of 403; 0.75 unit of 4,155.
    charges = charged(bench, new_building=new, before={"two_bedroom": 3}, dwellings={"two_bedroom": 4})
    assert amounts([*charges.values()]) == {OTHERS: "403.00", NET: "3116.25"}
    # Land of a shop grows by 1.5 acres of 2.64 units, and the shop by 1,000 square feet of 0.0501.
    grows = {"before": {"commercial": "1"}, "acres": {"commercial": "2.5"}, "commercial_sqft": 1000}
    shop = charged(bench, new_building=new, **grows)
    assert amounts([*shop.values()]) == {OTHERS: "50.10", NET: "16453.80"}
    assert any("taken to be added" in sentence for sentence in shop[OTHERS].says)


@pytest.mark.parametrize(
    ("stated", "as_new"),
    [
        ({}, (None, None, None)),
        ({"before": {"single_family": 1}}, (531, 2201, 1954)),
        ({"acres": {"public": "2"}}, (None, Fraction("18928.6"), Fraction("16804.4"))),  # 8.6 units
    ],
)
def test_nothing_is_dropped_of_a_building_that_stands(
    bench: Make, stated: Mapping[str, object], as_new: tuple[object, ...]
) -> None:
    charges = charged(bench, new_building=False, **stated)
    assert amounts([*charges.values()]) == dict.fromkeys((OTHERS, WATER, SEWER), "0.00")
    for charge, amount in zip(charges.values(), as_new, strict=True):
        assert charge.state is State.NOT_APPLICABLE
        assert "stand there already" in charge.because[-1]
        # Payment (a): existing developments that have not paid.
        assert [(each.name, each.amount) for each in charge.readings] == [("existing_development", amount)]


def test_a_building_that_only_replaces_one_pays_no_fee(bench: Make) -> None:
    told = [("building_replaces_same", "yes", "2026-01-01")]
    for stated in ({"replaces_same": True}, {"told": told}, {"replaces_same": True, "dwellings": {"single_family": 1}}):
        charges = charged(bench, **stated)
        assert amounts([*charges.values()]) == {OTHERS: "0.00", NET: "0.00"}
        assert "the exemption is claimed" in charges[NET].because[0]
    # What is stated goes before the register.
    new = charged(bench, told=told, replaces_same=False, dwellings={"single_family": 1})
    assert amounts([*new.values()]) == {OTHERS: "531.00", WATER: "2201.00", SEWER: "1954.00"}


@pytest.mark.parametrize("date", ["2018-05-01", "2026-06-15"])
@pytest.mark.parametrize("by_register", [False, True])
def test_every_fee_is_of_the_day_of_the_permit(bench: Make, date: str, by_register: bool) -> None:
    day = "2018-05-01"
    permit = {"told": [("building_permit_issued", "", day)], "permit_date": None} if by_register else {}
    stated = {"dwellings": {"single_family": 1}, **permit}
    charges = charged(bench, date=dt.date.fromisoformat(max(date, "2020-01-01")), **stated)
    assert amounts([*charges.values()]) == {OTHERS: "531.00", WATER: "2201.00", SEWER: "1954.00"}
    on_record = "The fee is that of the building permit of May 1, 2018, which is on record."
    for each in charges.values():
        assert (on_record in each.says) is by_register
        assert not any("No day of the permit" in sentence for sentence in each.says)


@pytest.mark.parametrize(
    ("permit", "dollars"),
    [("2025-12-31", None), ("2026-01-01", 75), ("2026-12-31", 75), ("2027-01-01", None)],
)
@pytest.mark.parametrize("date", ["2026-06-15", "2027-03-01"])
def test_the_fee_of_a_permit_is_that_of_its_day(bench: Make, permit: str, dollars: int | None, date: str) -> None:
    asked = bench(date=dt.date.fromisoformat(date), permit_date=permit)
    due = Due("permit fee", "once", "when the permit is issued")
    fee = asked.of_permit.fee("permit_fee_dollars", due, "It is set.")
    assert fee.amount == dollars


def test_a_permit_before_the_text_on_file_has_no_fee_for_facilities(bench: Make) -> None:
    fees = charged(bench, permit_date="2010-06-01", dwellings={"single_family": 1})
    # The schedule of units is that of the tables, which name the year: 1,738 and 1,543.
    assert amounts([*fees.values()]) == {OTHERS: None, WATER: "1738.00", SEWER: "1543.00"}
    assert any("holds on 2010-06-01" in sentence for sentence in fees[OTHERS].says)


def test_without_a_day_of_the_permit_the_day_asked_about_is_said(bench: Make) -> None:
    charges = charged(bench, permit_date=None, dwellings={"single_family": 1}, date=dt.date(2020, 6, 1))
    assert amounts([*charges.values()]) == {OTHERS: "531.00", WATER: "2335.00", SEWER: "2073.00"}
    for each in charges.values():
        assert "No day of the permit is stated: the fee is that of June 1, 2020." in each.says


def test_a_division_is_charged_by_its_own_year_and_the_net_increase(bench: Make) -> None:
    # Before the plat, whatever permit the house that stands there had. Water of 2020 is 2,335 a unit.
    told = [("building_permit_issued", "", "2005-05-01"), ("building_is_new", "no", "2026-01-01")]
    asked = {"event": "divide", "told": told, "date": dt.date(2020, 6, 1), "permit_date": None}
    assert amounts([*charged(bench, dwellings={"single_family": 3}, **asked).values()]) == {WATER: "7005.00"}
    three = charged(bench, dwellings={"single_family": 3}, before={"single_family": 1}, **asked)
    assert amounts([*three.values()]) == {WATER: "4670.00"}  # two units are added
    acres = charged(bench, acres={"public": "1"}, **asked)
    assert amounts([*acres.values()]) == {WATER: "10040.50"}  # 4.3 units
    none = charged(bench, dwellings={"single_family": 1}, before={"duplex": 1}, **asked)
    assert amounts([*none.values()]) == {WATER: "0.00"}


@pytest.mark.parametrize(
    ("stated", "is_open"),
    [
        # 86-141(d) has no studio; what stood before takes off, so that it can only lower what is due.
        ({"before": {"studio": 2}, "dwellings": {"two_bedroom": 4}}, True),
        ({"before": {"studio": 2, "duplex": 1}, "dwellings": {"single_family": 1}}, False),
        ({"before": {"single_family": 1}, "dwellings": {"studio": 1}}, True),
    ],
)
def test_a_studio_is_never_taken_for_nothing(bench: Make, stated: Mapping[str, object], is_open: bool) -> None:
    net = charged(bench, **stated)[NET]
    assert net.amount is None if is_open else net.amount == 0
    assert bool(net.missing) is is_open


@pytest.mark.parametrize(
    ("stated", "open_fees"),
    [
        # A flat over a shop: units need the acres of the shop, fire and police its floor.
        ({"dwellings": {"two_bedroom": 1}, "commercial_sqft": 5000}, {WATER, SEWER}),
        ({"dwellings": {"two_bedroom": 1}, "acres": {"commercial": "0.5"}}, {OTHERS}),
        ({"dwellings": {"two_bedroom": 1}, "acres": {"public": "1"}, "commercial_sqft": 5000}, {WATER, SEWER}),
        ({"dwellings": {"two_bedroom": 1}, "acres": {"commercial": "0.5"}, "commercial_sqft": 5000}, set()),
        ({"dwellings": {"duplex": 1}}, {OTHERS}),
    ],
)
def test_a_part_of_the_building_never_stands_for_all_of_it(
    bench: Make, stated: Mapping[str, object], open_fees: set[str]
) -> None:
    charges = charged(bench, **stated)
    assert {name for name, each in charges.items() if each.amount is None} == open_fees
    assert all(each.missing for name, each in charges.items() if name in open_fees)


@pytest.mark.parametrize(
    "stated",
    [
        {"dwellings": {"one_bedroom": 1}},  # half a unit by the schedule, and one at least
        {"dwellings": {"two_bedroom": 1}},
        {"dwellings": {"single_family": 2, "one_bedroom": 1}},
        {"acres": {"commercial": "0.1"}, "commercial_sqft": 1000},
        {"acres": {"public": "0.01"}},
        {"dwellings": {"studio": 1}},
    ],
)
@pytest.mark.parametrize(
    "nothing", [{"single_family": 0}, {"one_bedroom": 0, "duplex": 0}, {"commercial": 0}, {"studio": 0, "public": "0"}]
)
def test_to_say_that_nothing_stood_there_changes_no_fee(
    bench: Make, stated: dict[str, object], nothing: dict[str, object]
) -> None:
    asked = {"event": "develop", "permit_date": "2018-05-01", **stated}
    without, with_it = charged(bench, **asked), charged(bench, before=nothing, **asked)
    assert amounts([*with_it.values()]) == amounts([*without.values()])


def test_land_on_which_nothing_stood_counts_for_one_unit_at_least(bench: Make) -> None:
    stated = {"dwellings": {"one_bedroom": 1}, "before": {"single_family": 0}}
    fees = charged(bench, event="develop", permit_date="2018-05-01", **stated)
    assert amounts([*fees.values()]) == {OTHERS: "268.00", WATER: "2201.00", SEWER: "1954.00"}


@pytest.mark.parametrize(
    ("before", "stated", "net", "least"),
    # 2,201 + 1,954 = 4,155 a unit in 2018.
    [
        ({"one_bedroom": 1}, {"dwellings": {"one_bedroom": 2}}, "2077.50", 0),  # 1 less 0.5; 1 less 1
        ({"one_bedroom": 1}, {"dwellings": {"one_bedroom": 3}}, "4155.00", "2077.50"),  # 1.5 less 0.5; 1.5 less 1
        ({"commercial": "0.1"}, {"acres": {"commercial": 1}}, "9872.28", "6814.20"),  # 2.376; 2.64 less 1
        ({"single_family": 1}, {"dwellings": {"duplex": 1}}, "4155.00", None),  # one unit and more: no other reading
    ],
)
def test_the_least_of_one_unit_is_the_other_reading_of_a_net_increase(
    bench: Make, before: dict[str, object], stated: dict[str, object], net: str, least: str | int | None
) -> None:
    fee = charged(bench, event="develop", permit_date="2018-05-01", before=before, **stated)[NET]
    assert amounts([fee]) == {NET: net}
    expected = {} if least is None else {"least_of_one_unit": Fraction(least)}
    assert {each.name: each.amount for each in fee.readings} == expected


def test_on_a_division_that_reading_is_of_water_alone(bench: Make) -> None:
    stated = {"dwellings": {"one_bedroom": 3}, "before": {"one_bedroom": 1}}
    fee = charged(bench, event="divide", date=dt.date(2020, 5, 1), permit_date=None, **stated)[WATER]
    # 2,335 in 2020.
    assert fee.amount == 2335
    assert {each.name: each.amount for each in fee.readings} == {"least_of_one_unit": Fraction("1167.50")}
