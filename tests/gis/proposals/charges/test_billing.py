from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from gis.model.charges import Charge
from gis.model.ordinance import AdoptedFigure, OrdinanceCharges
from gis.proposals.charges.billing import late_charges, sewer_bill
from gis.proposals.charges.district import quarterly_fee
from tests.gis.proposals.charges.conftest import DISTRICT_ID, Make, amounts, asked_for

HOUSE = ("development_kind", "single_family", "2026-01-01")
EQUIVALENCY = "residential equivalency charge"
JUNE, SEPTEMBER = "sewer use charge, quarter ending June", "sewer use charge, quarter ending September"


def test_a_house_is_one_unit(bench: Make) -> None:
    # 629,760 / 1,640 = 384 a unit and year; 12 thousand gallons at 5.10.
    charges = [*sewer_bill(bench(event="bill", told=[HOUSE], volume_kgal=12))]
    assert amounts(charges) == {EQUIVALENCY: "384.00", JUNE: "61.20"}
    assert [each.how_often for each in charges] == ["year", "quarter"]


def test_another_user_by_its_water(bench: Make) -> None:
    # (40,500 + 54,000 + 27,000) / 3 = 40,500; over 13,500 that is 3 units of 384.
    told = [
        ("development_kind", "nonresidential", "2026-01-01"),
        ("water_march_gal", "40500", "2026-04-01"),
        ("water_june_gal", "54000", "2026-06-10"),
        ("water_december_gal", "27000", "2026-01-05"),
    ]
    charges = {each.name: each for each in sewer_bill(bench(event="bill", told=told))}
    assert charges[EQUIVALENCY].amount == 1152
    assert charges[JUNE].amount == Fraction("275.40")  # 54 * 5.10
    # The surcharge for strength asks for its inputs, and is no zero.
    assert charges["surcharge for strength"].amount is None
    assert "biochemical oxygen demand, mg/l" in asked_for(charges["surcharge for strength"])


def test_units_that_were_assigned_where_water_does_not_tell(bench: Make) -> None:
    told = [("village_water_customer", "no", "2026-01-01"), ("residential_units", "2.5", "2026-01-01")]
    charges = {each.name: each for each in sewer_bill(bench(event="bill", told=told))}
    assert charges[EQUIVALENCY].amount == 960  # 2.5 * 384
    unknown = {each.name: each for each in sewer_bill(bench(event="bill", told=told[:1]))}
    assert unknown[EQUIVALENCY].amount is None
    assert asked_for(unknown[EQUIVALENCY]) == ["how many residential equivalent connections the building has"]


@pytest.mark.parametrize(
    ("kind", "used", "june", "dollars", "other"),
    [
        ("single_family", 20, 12, "61.20", None),  # billed as in June
        ("single_family", 10, 12, "51.00", None),  # less was used: that
        ("multifamily", 20, 12, "61.20", 102),  # by the narrower reading 20 * 5.10
        ("nonresidential", 20, 12, "102.00", None),
    ],
)
def test_relief_of_the_summer_quarter(  # noqa: PLR0913 - one parameter a column of the table
    bench: Make, kind: str, used: int, june: int, dollars: str, other: int | None
) -> None:
    told = [("development_kind", kind, "2026-01-01")]
    asked = bench(event="bill", told=told, quarter="september", volume_kgal=used, june_volume_kgal=june)
    charges = {each.name: each for each in sewer_bill(asked)}
    assert amounts([*charges.values()])[SEPTEMBER] == dollars
    assert [each.amount for each in charges[SEPTEMBER].readings] == ([] if other is None else [other])


def test_summer_without_the_june_volume_is_open(bench: Make) -> None:
    asked = bench(event="bill", told=[HOUSE], quarter="september", volume_kgal=20)
    charge = {each.name: each for each in sewer_bill(asked)}[SEPTEMBER]
    assert charge.amount is None
    assert asked_for(charge) == ["the water used in the quarter that ended on June 30"]


def test_a_day_without_figures_has_none_of_another_year(bench: Make) -> None:
    later = bench(event="bill", told=[HOUSE], volume_kgal=12, date=dt.date(2027, 2, 1))
    charges = [*sewer_bill(later)]
    assert set(amounts(charges).values()) == {None}
    assert any("until December 31, 2026" in sentence for sentence in charges[0].says)


def bill(bench: Make, issued: str, paid: str | None, date: dt.date) -> list[Charge]:
    asked = bench(event="bill", told=[HOUSE], volume_kgal=12, issued=issued, paid=paid, date=date)
    return [*late_charges(asked, [*sewer_bill(asked)], "sewer")]


@pytest.mark.parametrize(
    ("paid", "dollars"),
    [("2026-05-21", "0.00"), ("2026-05-22", "6.12"), (None, "6.12")],  # 20 days from May 1; 10 percent of 61.20
)
def test_the_village_adds_a_tenth_to_a_late_bill(bench: Make, paid: str | None, dollars: str) -> None:
    assert amounts(bill(bench, "2026-05-01", paid, dt.date(2026, 6, 15))) == {"late charge on the sewer bill": dollars}


def test_nothing_is_late_before_its_day(bench: Make) -> None:
    (charge,) = bill(bench, "2026-06-01", None, dt.date(2026, 6, 15))
    assert charge.amount == 0
    assert bill(bench, "2026-06-01", None, dt.date(2026, 6, 15))
    assert [*late_charges(bench(event="bill"), [], "sewer")] == []


@pytest.mark.parametrize(
    ("paid", "dollars"),
    [
        ("2026-03-31", "0.00"),  # day 30 after March 1
        ("2026-04-01", "2.95"),  # 3 percent of 98.25 = 2.9475
        ("2026-06-01", "4.91"),  # 3 percent and two whole months of 1 percent: 5 percent = 4.9125
    ],
)
def test_the_district_adds_a_penalty_and_a_charge_a_month(bench: Make, paid: str, dollars: str) -> None:
    asked = bench(DISTRICT_ID, "bill", told=[("space_with_fixtures", "", "2026-01-01")], issued="2026-03-01", paid=paid)
    assert amounts([*late_charges(asked, [quarterly_fee(asked)], "user")]) == {"late charge on the user bill": dollars}


def test_stated_units_go_before_what_the_map_tells(bench: Make) -> None:
    # 629,760 / 1,640 is $384 a unit; 3 units are $1,152, whatever house stands there.
    (charge, *_) = sewer_bill(bench(event="bill", told=[HOUSE], recs="3"))
    assert charge.amount == 1152
    (entered, *_) = sewer_bill(bench(event="bill", told=[HOUSE, ("residential_units", "3", "2026-01-01")]))
    assert entered.amount == 1152


@pytest.mark.parametrize(("day", "is_used"), [("2026-01-05", False), ("2026-03-31", False), ("2026-04-01", True)])
def test_water_of_another_year_is_not_billed(bench: Make, day: str, *, is_used: bool) -> None:
    # The quarter ending in June began on April 1: what was entered before is of the June before.
    asked = bench(event="bill", told=[HOUSE, ("water_june_gal", "41000", day)], quarter="june")
    use = next(each for each in sewer_bill(asked) if each.name.startswith("sewer use"))
    # 41 thousand gallons at $5.10.
    assert use.amount == (Fraction("209.10") if is_used else None)


@pytest.mark.parametrize(
    ("issued", "is_known"),
    [("2026-12-31", True), ("2025-12-31", False)],
)
def test_a_bill_has_the_figures_of_the_day_of_its_statement(bench: Make, issued: str, *, is_known: bool) -> None:
    # The schedule is of 2026: a statement of 2026 has its rate in 2027 too, and one of 2025 has none of it.
    date = dt.date(2027, 2, 15) if is_known else dt.date(2026, 2, 15)
    asked = bench(DISTRICT_ID, "bill", told=[("billing_units", "2", "2025-01-01")], issued=issued, date=date)
    fee = quarterly_fee(asked)
    assert fee.amount == (Fraction("196.50") if is_known else None)
    (late,) = late_charges(asked, [fee], "user")
    assert (late.amount is not None) is is_known
    assert late.amount is not None or late.missing


def test_a_charge_of_one_unit_that_rests_on_yearly_figures_holds_in_their_years_alone() -> None:
    figure = AdoptedFigure(
        "debt_service_dollars_a_year", Fraction(384), dt.date(2026, 1, 1), dt.date(2026, 12, 31), "Budget (invented)"
    )
    terms = OrdinanceCharges(rec_charge=Fraction(96), rec_charge_period="quarterly", figures=(figure,))
    assert terms.rec_charge_on(dt.date(2026, 12, 31)) == 96
    assert terms.rec_charge_on(dt.date(2027, 1, 1)) is None
    assert terms.rec_charge_on(dt.date(2025, 12, 31)) is None
    assert (
        OrdinanceCharges(rec_charge=Fraction(96), rec_charge_period="quarterly").rec_charge_on(figure.holds_from) == 96
    )
