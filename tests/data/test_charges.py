"""What parcels of the sample county are charged, worked by hand from the invented ordinances of Elm and Tanner Road."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.geometry.boundary import read_boundary
from gis.law.ordinance_files import load_ordinances
from gis.model.charges import ChargesUnder, Event
from gis.model.exact import money
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.checking import stated_of
from gis.proposals.charges.compared import Proposed, charges_compared
from gis.proposals.charges.one_parcel import parcel_charges
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.register.entries import Entry, Register

pytestmark = pytest.mark.slow
"""The sample county is imported first."""
DATE = dt.date(2026, 6, 15)
HOME, SHOP = "141-0814-1634-019", "141-0814-1634-031"
TANNER = "004-0815-3222-102"


def asked(
    repository: Path,
    layers: Path,
    event: Event,
    told: Sequence[tuple[str, str, str]] = (),
    date: dt.date = DATE,
    **stated: Any,  # noqa: ANN401 - as ChargesStated has them
) -> ChargesAsked:
    files = [repository / "data" / "boundaries" / f"ordinance-{each}.yaml" for each in ("elm", "tanner")]
    entries = tuple(Entry("parcel", parcel, kind, value, dt.date(2026, 1, 5), "", "") for parcel, kind, value in told)
    return ChargesAsked(
        date=date,
        event=event,
        ordinances=load_ordinances(files),
        folder=layers,
        ids=("elm", "tanner"),
        register=Register(entries),
        stated=stated_of(stated, event, date),
    )


def under(question: ChargesAsked, parcel: str) -> ChargesUnder:
    (only,) = parcel_charges(LayersOnFile(question.folder), question, parcel).under
    return only


def amounts(told: ChargesUnder) -> dict[str, Fraction | None]:
    return {each.name: each.amount for each in told.charges}


def test_a_new_home_in_elm(repository: Path, sample_layers: Path) -> None:
    # Reserve capacity: 1,200 and 60 for each of 2020 to 2026. Impact fees of 2026, one unit each.
    question = asked(repository, sample_layers, "connect", dwellings={"single_family": 1})
    told = under(question, HOME)
    assert told.ordinance == "elm"
    assert amounts(told) == {
        "reserve capacity assessment": 1620,
        "impact fee for water": 1850,
        "impact fee for sewer": 2160,
        "permit fee": 75,
    }
    assert [each.known for each in told.sums] == [5705]
    assert told.charges[0].citation == "Code of the Village of Elm 9-31 (invented)"


@pytest.mark.parametrize(
    ("permit", "reserve", "water", "permit_fee"),
    # Reserve capacity: 1,200 and 60 for each year from 2020 on. Elm's tables have 2025 and 2026, and a permit fee is on
    # file from 2024 on.
    [("2023-06-01", 1440, None, None), ("2025-12-31", 1560, 1800, 75), ("2026-01-01", 1620, 1850, 75)],
)
def test_every_charge_of_a_permit_is_that_of_its_day(  # noqa: PLR0913 - a permit and its charges
    repository: Path, sample_layers: Path, permit: str, reserve: int, water: int | None, permit_fee: int | None
) -> None:
    question = asked(repository, sample_layers, "connect", dwellings={"single_family": 1}, permit_date=permit)
    found = amounts(under(question, HOME))
    assert found["reserve capacity assessment"] == reserve
    assert found["impact fee for water"] == water
    assert found["permit fee"] == permit_fee


def test_its_quarter(repository: Path, sample_layers: Path) -> None:
    # 629,760 / 1,640 = 384 a year; 12 thousand gallons at 5.10; 0.9 runoff unit at 6.40 a month:
    # 3 * 5.76 + 61.20 + 96 = 174.48.
    question = asked(repository, sample_layers, "bill", [(HOME, "connected", "yes")], volume_kgal=12)
    told = under(question, HOME)
    assert amounts(told) == {
        "residential equivalency charge": 384,
        "sewer use charge, quarter ending June": Fraction("61.20"),
        "runoff charge": Fraction("5.76"),
    }
    assert told.each_quarter == Fraction("174.48")
    assert told.missing == ()


@pytest.mark.parametrize(
    ("issued", "monthly"),
    # 0.9 runoff unit; the file's own rate of 6.40 before any resolution, then 7 and from 2026 on 8 dollars.
    [(None, "7.20"), ("2026-01-01", "7.20"), ("2025-12-31", "6.30"), ("2025-11-01", "6.30"), ("2025-10-31", "5.76")],
)
def test_a_runoff_charge_has_the_rate_of_its_statement(
    repository: Path, sample_layers: Path, issued: str | None, monthly: str
) -> None:
    rates = [("7.00", dt.date(2025, 11, 1)), ("8.00", dt.date(2026, 1, 1))]
    adopted = [Entry("district", "elm", "rate_adopted", rate, day, "", "") for rate, day in rates]
    question = asked(repository, sample_layers, "bill", [(HOME, "connected", "yes")], issued=issued)
    entries = () if question.register is None else question.register.entries
    told = under(replace(question, register=Register((*entries, *adopted))), HOME)
    assert amounts(told)["runoff charge"] == Fraction(monthly)


def test_no_budget_of_2027_is_made_up(repository: Path, sample_layers: Path) -> None:
    told = [(HOME, "connected", "yes")]
    question = asked(repository, sample_layers, "bill", told, dt.date(2027, 2, 1), volume_kgal=12)
    found = amounts(under(question, HOME))
    assert found["residential equivalency charge"] is None
    assert found["sewer use charge, quarter ending March"] is None


def test_a_lot_in_the_tanner_road_district(repository: Path, sample_layers: Path) -> None:
    told = [(TANNER, "sanitary_levy_never_paid", ""), (TANNER, "space_with_fixtures", ""), (TANNER, "connected", "yes")]
    connect = under(asked(repository, sample_layers, "connect", told), TANNER)
    assert amounts(connect) == {
        "sewer contribution charge (SCAC)": 2450,
        "future development charge (FCAC)": 1850,
        "permit fee": None,
    }
    divide = under(asked(repository, sample_layers, "divide", lots=3), TANNER)
    assert amounts(divide) == {"future development charge (FCAC)": 5550}
    # Unpaid on June 15 a bill of April 1 is past due from day 25, April 26, for one whole month: 4 and 1 percent.
    bill = under(asked(repository, sample_layers, "bill", told, issued="2026-04-01"), TANNER)
    assert amounts(bill) == {"sewer user fee": Fraction("98.25"), "late charge on the user bill": Fraction("4.91")}


def test_development_in_the_district_whose_levy_nobody_knows(repository: Path, sample_layers: Path) -> None:
    (charge,) = under(asked(repository, sample_layers, "develop"), TANNER).charges
    assert charge.amount is None
    assert {each.name: each.amount for each in charge.readings} == {
        "levy_not_paid_in_time": 1850,
        "levy_paid_in_time": 0,
    }


def test_a_typical_home_before_and_after_the_lawful_proposal(repository: Path, sample_layers: Path) -> None:
    boundary = read_boundary(repository / "data" / "boundaries" / "proposal-lawful.geojson", plain_frame())
    question = asked(repository, sample_layers, "connect")
    answer = charges_compared(LayersOnFile(sample_layers), question, Proposed(boundary, Fraction(100_000)), None)
    levy = answer.levy_after
    assert levy is not None
    assert levy.district_value is not None
    assert levy.parcel_value is not None
    # Homes inside, by equalized value: 4 of 110,000, 21 of 180,000, 39 of 190,000 and 21 of 200,000 in Alder at
    # 0.841537012, then 42 of 340,000 and more in Birch at 0.930618447. The middle one of about 127 has 190,000:
    # 225,777.35 equalized, of the 35,300,712.68 of expected.json, and of a levy of 100,000 it bears 639.58.
    assert money(levy.parcel_value) == "225777.35"
    # Of the land that the line cuts the part inside is measured on the ground: to a dime of the plane's.
    assert abs(levy.district_value - Fraction("35300712.68")) < Fraction(1, 10)
    assert levy.amount == Fraction("639.58")
    assert "median equalized value, $225,777.35" in answer.chosen
    assert [each.ordinance for each in answer.before.under] == []
    (after,) = answer.after.under
    assert amounts(after)["sewer contribution charge (SCAC)"] == 2450
    # Annexed, and smaller than five acres: one lot.
    assert amounts(after)["future development charge (FCAC)"] == 1850


def test_a_year_of_a_typical_home_after_the_lawful_proposal(repository: Path, sample_layers: Path) -> None:
    boundary = read_boundary(repository / "data" / "boundaries" / "proposal-lawful.geojson", plain_frame())
    question = asked(repository, sample_layers, "bill")
    answer = charges_compared(LayersOnFile(sample_layers), question, Proposed(boundary, Fraction(100_000)), None)
    # 4 quarters of 98.25 are 393, and the levy is 639.58, as above.
    assert answer.year is not None
    assert (answer.year.before, answer.year.after, answer.year.more) == (None, Fraction("1032.58"), None)
