from __future__ import annotations

from fractions import Fraction

import pytest

from gis.model.finding import State
from gis.proposals.charges.village import on_connection, reserve_capacity, review
from tests.gis.proposals.charges.conftest import Make, amounts, asked_for

RESERVE = "reserve capacity assessment"


@pytest.mark.parametrize(
    ("permit", "recs", "dollars"),
    [
        ("2026-06-15", 1, 3200),  # 900 + 50 * 46
        ("2025-12-31", 1, 3150),  # the year of the permit, not that of the question
        ("1980-06-01", 1, 900),
        ("2026-01-01", "2.4", 7680),
    ],
)
def test_the_reserve_assessment_goes_by_the_year_of_the_permit(
    bench: Make, permit: str, recs: object, dollars: int
) -> None:
    (charge,) = reserve_capacity(bench(permit_date=permit, recs=recs))
    assert charge.amount == dollars
    assert charge.how_often == "once"
    assert charge.due == "in full with the building permit"


def test_the_register_tells_permit_and_units_and_what_is_stated_goes_first(bench: Make) -> None:
    told = [("building_permit_issued", "", "2025-03-01"), ("residential_units", "2", "2025-03-01")]
    (by_register,) = reserve_capacity(bench(told=told))
    assert by_register.amount == 6300  # 2 * (900 + 50 * 45)
    (stated,) = reserve_capacity(bench(told=told, recs=3, permit_date="2026-01-02"))
    assert stated.amount == 9600


def test_without_units_it_is_open_and_says_what_one_costs(bench: Make) -> None:
    (charge,) = reserve_capacity(bench())
    assert charge.amount is None
    assert charge.state is State.NEEDS_EVIDENCE
    assert asked_for(charge) == ["how many residential equivalent connections the building has"]
    assert "Each connection is charged $3,200." in charge.says
    assert any("taken to be issued on the day asked about, June 15, 2026" in sentence for sentence in charge.says)


def test_units_by_the_table_and_each_other_reading_with_its_amount(bench: Make) -> None:
    # A restaurant has 2 connections for each 50 of capacity: 60 give 2.4, each started step 4, full steps 2.
    (charge,) = reserve_capacity(bench(use="restaurant", quantity=60))
    assert charge.amount == Fraction("2.4") * 3200
    assert {each.name: each.amount for each in charge.readings} == {"each_started": 12800, "each_full": 6400}
    assert [each.rule for each in charge.beside] == ["MUK-07"]


def test_from_twelve_on_it_may_be_paid_by_a_plan(bench: Make) -> None:
    (charge,) = reserve_capacity(bench(recs=12))
    assert charge.amount == 38400
    assert charge.due.endswith("equal monthly instalments of $3,200")


def test_a_connection_of_before_the_cutoff_is_charged_nothing(bench: Make) -> None:
    (charge,) = reserve_capacity(bench(told=[("existed_at_reserve_cutoff", "yes", "2026-01-01")], recs=1))
    assert charge.amount == 0
    assert charge.state is State.NOT_APPLICABLE


EXTENSION = [
    ("main_extension_cost", "60000.00", "2020-01-01"),
    ("main_extension_frontage_ft", "1200", "2020-01-01"),
    ("main_extension_completed", "", "2019-09-01"),
]


def test_a_later_customer_pays_by_frontage(bench: Make) -> None:
    # 60,000 * 100 / 1,200 = 5,000.
    told = [*EXTENSION, ("main_frontage_ft", "100", "2020-01-01")]
    assert amounts([*on_connection(bench(told=told))])["contribution to the main extension"] == "5000.00"
    # 59,000 are refunded already: no more than the other 1,000.
    told.append(("main_extension_refunded", "59000.00", "2021-01-01"))
    assert amounts([*on_connection(bench(told=told))])["contribution to the main extension"] == "1000.00"


def test_without_frontage_the_contribution_is_open(bench: Make) -> None:
    charges = {each.name: each for each in on_connection(bench(told=EXTENSION))}
    assert asked_for(charges["contribution to the main extension"]) == [
        "the frontage of this parcel along the main, feet"
    ]


def test_a_fee_that_nobody_set_keeps_the_payments_open(bench: Make) -> None:
    told = [("outstanding_charges", "120.50", "2026-02-01")]
    charges = {each.name: each for each in on_connection(bench(told=told))}
    charge = charges["payments before the permit to connect"]
    assert charge.amount is None
    assert asked_for(charge) == ["the regional connection fee, on June 15, 2026"]
    assert charge.says[-1] == "Of what is on file $620.50 are unpaid."  # 500 + 120.50


def test_what_is_paid_is_not_asked_for(bench: Make) -> None:
    told = [("connection_payment", "regional_fee", "2026-02-01"), ("consultants_cost", "80.00", "2026-02-01")]
    assert amounts([*on_connection(bench(told=told))])["payments before the permit to connect"] == "580.00"


def test_review_is_invoices_and_twice_the_payroll(bench: Make) -> None:
    told = [
        ("review_invoiced", "1000.00", "2026-02-01"),
        ("review_invoiced", "500.00", "2026-03-01"),
        ("review_payroll_cost", "250.00", "2026-03-01"),
    ]
    assert review(bench(told=told)).amount == 2000
    assert asked_for(review(bench(told=told[:2]))) == ["what the time of village staff costs in payroll"]


@pytest.mark.parametrize(("connected", "is_open"), [("yes", True), ("no", False)])
def test_land_with_a_connection_is_not_assessed_as_if_it_had_none(
    bench: Make, connected: str, *, is_open: bool
) -> None:
    # (a): land "not having an existing connection"; 900 + 50 x (2026 - 1980) = 3,200 for one unit.
    told = [("connected", connected, "2020-01-05")]
    (charge,) = reserve_capacity(bench(event="develop", told=told, recs="1", permit_date="2026-06-15"))
    readings = {each.name: each.amount for each in charge.readings}
    assert charge.amount == (None if is_open else 3200)
    assert readings == ({"all_units": 3200, "has_a_connection": 0} if is_open else {})


@pytest.mark.parametrize(
    ("connected", "state", "asks"),
    [
        (None, State.NEEDS_EVIDENCE, ["whether the building before was connected"]),
        ("yes", State.UNDETERMINED, []),
        ("no", State.PASS, []),
    ],
)
@pytest.mark.parametrize("by_register", [False, True])
def test_a_building_that_replaces_one_is_not_assessed_as_if_nothing_was_connected(
    bench: Make, connected: str | None, state: State, asks: list[str], by_register: bool
) -> None:
    told = [("building_replaces_same", "yes", "2026-01-05")] if by_register else []
    told += [] if connected is None else [("connected", connected, "2020-01-05")]
    stated = {} if by_register else {"replaces_same": True}
    (charge,) = reserve_capacity(bench(event="develop", told=told, recs=1, **stated))
    assert (charge.state, asked_for(charge)) == (state, asks)
    assert charge.amount == (3200 if connected == "no" else None)
    whole, none = {"all_units": 3200}, {"has_a_connection": 0}
    assert {each.name: each.amount for each in charge.readings} == ({} if connected == "no" else {**whole, **none})
