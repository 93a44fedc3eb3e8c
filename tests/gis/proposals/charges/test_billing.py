from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.charges import Charge
from gis.model.ordinance import AdoptedFigure, OrdinanceCharges
from gis.proposals.charges.bench import Bench
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
    # 20 days from May 1; 10 percent of 61.20 and of the 96 that a quarter has of the yearly 384.
    [("2026-05-21", "0.00"), ("2026-05-22", "15.72"), (None, "15.72")],
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


TWO_RATES = """\
id: two-rates
title: Two rates (invented)
citation: Village Code 9 (invented)
applies_in: {kind: village, name: Village of Two}
in_force: {from: 2012-01-01}
charges:
  rules: [MUK-05, MUK-06, MUK-09]
  figures:
    debt_service_dollars_a_year: [{from: 2026-01-01, value: 40000, source: Budget (invented)}]
    total_recs: [{from: 2026-01-01, value: 100, source: Budget (invented)}]
    sewer_use_dollars_per_kgal: [{from: 2012-01-01, value: 5, source: Rates (invented)}]
parameters:
  mukwonago_bill_days:
    unit: days
    values:
      - {from: 2012-01-01, until: 2026-05-31, value: 20, citation: Village Code 9 (invented)}
      - {from: 2026-06-01, value: 5, citation: Village Code 9 as amended (invented)}
  mukwonago_sewer_late_percent:
    unit: percent
    values:
      - {from: 2012-01-01, until: 2026-05-31, value: 10, citation: Village Code 9 (invented)}
      - {from: 2026-06-01, value: 25, citation: Village Code 9 as amended (invented)}
"""


@pytest.fixture
def two_rates(bench: Make, tmp_path: Path) -> Make:
    """Return what puts an ordinance that changed on June 1, 2026 before the parcel."""
    file = tmp_path / "two-rates.yaml"
    file.write_text(TWO_RATES, "utf-8")
    ordinances = load_ordinances([file])

    def make(**asked: Any) -> Bench:  # noqa: ANN401 - as the fixture bench has them
        found = bench(event="bill", **asked)
        ordinance = ordinances.get("two-rates", found.date)
        return replace(found, ordinance=ordinance, parameters=ordinances.parameters(ordinance, found.date))

    return make


@pytest.mark.parametrize(
    ("issued", "days", "late", "with_a_fourth"),
    [
        ("2026-05-10", 20, "5.00", "15.00"),  # 10 percent of 50; with a fourth of 400, of 150
        ("2026-06-01", 5, "12.50", "37.50"),  # 25 percent, 5 days after June 1
    ],
)
def test_a_bill_is_late_by_the_text_of_its_day(
    two_rates: Make, issued: str, days: int, late: str, with_a_fourth: str
) -> None:
    asked = two_rates(told=[HOUSE], volume_kgal=10, issued=issued)
    charges = [*sewer_bill(asked)]
    assert charges[1].due == f"within {days} days of the statement"
    (charge,) = late_charges(asked, charges, "sewer")
    assert charge.amount == Fraction(late)
    # The file states no period of the yearly charge: its part of the bill stands in a reading.
    assert {each.name: each.amount for each in charge.readings}["with_a_fourth_of_the_year"] == Fraction(with_a_fourth)
    assert any("Left out is the part of the yearly" in sentence for sentence in charge.says)


def test_a_bill_from_before_the_text_is_open(two_rates: Make) -> None:
    asked = two_rates(told=[HOUSE], volume_kgal=10, issued="2011-12-01")
    (charge,) = late_charges(asked, [*sewer_bill(asked)], "sewer")
    assert charge.amount is None
    assert "mukwonago_bill_days" in charge.missing[0].where


@pytest.mark.parametrize(
    ("issued", "kgal"),
    [("2025-04-10", 9), ("2026-04-10", 12), ("2026-03-31", 12), ("2024-04-10", None), (None, 12)],
)
def test_a_bill_has_the_water_of_its_own_quarter(two_rates: Make, issued: str | None, kgal: int | None) -> None:
    told = [HOUSE, ("water_march_gal", "9000", "2025-03-31"), ("water_march_gal", "12000", "2026-03-31")]
    asked = two_rates(told=told, issued=issued, quarter="march")
    charge = {each.name: each for each in sewer_bill(asked)}["sewer use charge, quarter ending March"]
    assert charge.amount == (None if kgal is None else 5 * kgal)


def test_the_surcharge_has_the_water_of_the_register(bench: Make) -> None:
    told = [("development_kind", "nonresidential", "2026-01-01"), ("water_june_gal", "54000", "2026-06-10")]
    surcharge = next(each for each in sewer_bill(bench(event="bill", told=told)) if each.name.startswith("surcharge"))
    assert surcharge.finding is not None
    assert surcharge.finding.measures["volume_kgal"] == 54
    assert "the water or waste of the quarter" not in asked_for(surcharge)


UNITS_TWICE = [("residential_units", "1", "2026-01-01"), ("residential_units", "3", "2026-01-01")]


@pytest.mark.parametrize("by_charge_on_file", [False, True])
def test_units_that_contradict_each_other_are_open_whatever_the_map_shows(bench: Make, by_charge_on_file: bool) -> None:
    asked = replace(bench(event="bill", told=[HOUSE, *UNITS_TWICE]), kind="single_family")
    if by_charge_on_file:
        terms = replace(asked.ordinance.charges, figures=())
        asked = replace(asked, ordinance=replace(asked.ordinance, charges=terms))
    charge = {each.name: each for each in sewer_bill(asked)}[EQUIVALENCY]
    assert charge.amount is None
    assert any("contradict each other" in sentence for sentence in charge.says)
    stated = replace(asked, stated=replace(asked.stated, recs=Fraction(3)))
    again = {each.name: each for each in sewer_bill(stated)}[EQUIVALENCY]
    assert again.amount == (288 if by_charge_on_file else 1152)  # 3 * 96 a quarter, 3 * 384 a year


def test_a_kind_of_user_that_contradicts_itself_is_not_taken_from_the_map(bench: Make) -> None:
    twice = [("development_kind", kind, "2026-01-01") for kind in ("duplex", "nonresidential")]
    assert replace(bench(event="bill", told=twice), kind="single_family").user is None
    assert replace(bench(event="bill"), kind="single_family").user == "single_family"


@pytest.mark.parametrize(
    ("date", "dollars"), [("2025-12-31", None), ("2026-01-01", "90.00"), ("2026-12-31", "90.00"), ("2027-01-01", None)]
)
def test_a_charge_of_one_unit_with_days_holds_on_them_alone(bench: Make, date: str, dollars: str | None) -> None:
    day = dt.date.fromisoformat(date)
    figure = AdoptedFigure("rec_charge_dollars", Fraction(90), dt.date(2026, 1, 1), dt.date(2026, 12, 31), "Resolution")
    terms = OrdinanceCharges(rec_charge_period="quarterly", rules=("MUK-06",), figures=(figure,))
    asked = bench(event="bill", told=[("development_kind", "single_family", "2025-01-01")], date=day)
    charge = next(sewer_bill(replace(asked, ordinance=replace(asked.ordinance, charges=terms))))
    assert amounts([charge]) == {EQUIVALENCY: dollars}
    assert bool(charge.missing) == (dollars is None)
