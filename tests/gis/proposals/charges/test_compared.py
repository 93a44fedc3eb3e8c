from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from gis.errors import OptionInvalid
from gis.geometry.boundary import boundary_from_geojson
from gis.law.ordinance_files import Ordinances
from gis.model.charges import (
    ChargeDifference,
    ChargesCompared,
    ChargesStated,
    ChargeSum,
    ChargesUnder,
    Event,
    HowOften,
    ParcelCharges,
)
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.compared import Proposed, charges_compared, year_between
from gis.proposals.on_file import LayersOnFile, plain_frame
from tests.gis.proposals.charges.conftest import DATE, DISTRICT_ID, VILLAGE_ID, amounts
from tests.gis.proposals.charges.places import ROWS, TOWN, add_values
from tests.gis.proposals.connections.village import LOTS, ZONE, box, write_village

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("charges")
    layers = write_village(folder, TOWN)
    add_values(layers, folder)
    return layers


def compared(  # noqa: PLR0913 - what a test varies
    town: Path,
    ordinances: Ordinances,
    parcel: str | None,
    levy: str | None = "5450",
    ids: Sequence[str] = (DISTRICT_ID,),
    event: Event = "connect",
    rows: tuple[int, int, int, int] = ROWS,
) -> ChargesCompared:
    boundary = boundary_from_geojson(box(rows).__geo_interface__, plain_frame(), crs=ZONE)
    asked = ChargesAsked(DATE, event, ordinances, town, tuple(ids))
    proposed = Proposed(boundary, None if levy is None else Fraction(levy))
    return charges_compared(LayersOnFile(town), asked, proposed, parcel)


def test_before_and_after(town: Path, ordinances: Ordinances) -> None:
    answer = compared(town, ordinances, "7-S1")
    # 100,000 of 1,090,000 assessed, all at one ratio: of 5,450 it bears 500, 4 dollars for each 1,000 equalized.
    levy = answer.levy_after
    assert levy is not None
    assert levy.parcel_value == 125_000
    assert levy.district_value == 1_362_500
    assert levy.amount == 500
    assert answer.levy_before == 0
    assert any("$4 for each $1,000" in sentence for sentence in levy.says)
    # Annexed land: the contribution, and one lot of the development charge.
    (after,) = answer.after.under
    assert amounts(after.charges) == {
        "sewer contribution charge (SCAC)": "2450.00",
        "future development charge (FCAC)": "1850.00",
        "permit fee": None,
    }
    assert answer.before.under == ()
    (once,) = answer.differences
    # What the town charges today is in no ordinance on file: nobody knows that it is nothing.
    assert once.before is None
    assert once.after == Fraction(4300)
    assert once.more is None
    assert once.open == ("permit fee",)


def test_the_typical_home_is_that_of_the_median_value(town: Path, ordinances: Ordinances) -> None:
    # Homes by value: S1 100, N1 150, S2 200, N2 250, S3 300 thousand; N3 is a shop. The middle one is S2.
    answer = compared(town, ordinances, None)
    assert answer.after.parcel_id == "7-S2"
    assert "median equalized value, $250,000, among the 5 parcels" in answer.chosen
    assert answer.levy_after is not None
    assert answer.levy_after.amount == 1000  # 200 of 1,090 of 5,450


def test_without_a_levy_only_the_charges(town: Path, ordinances: Ordinances) -> None:
    answer = compared(town, ordinances, "7-S1", levy=None)
    assert (answer.levy_before, answer.levy_after) == (None, None)


def test_a_parcel_outside_and_an_ordinance_of_no_district_are_refused(town: Path, ordinances: Ordinances) -> None:
    with pytest.raises(OptionInvalid, match="no land inside"):
        compared(town, ordinances, "7-X1")
    with pytest.raises(OptionInvalid, match="not told"):
        compared(town, ordinances, "7-S1", ids=(VILLAGE_ID,))


def test_the_bill_of_a_typical_home_is_that_of_one_dwelling(town: Path, ordinances: Ordinances) -> None:
    answer = compared(town, ordinances, None, event="bill")
    (after,) = answer.after.under
    # One billing unit at the 98.25 of 2026; of a parcel that is named nobody supposes it.
    assert amounts(after.charges) == {"sewer user fee": "98.25"}
    assert [(each.how_often, each.after, each.more) for each in answer.differences] == [
        ("quarter", Fraction("98.25"), None)
    ]
    assert any("one single-family dwelling" in note for note in answer.notes)
    assert answer.after.register_hash is None
    (named,) = compared(town, ordinances, "7-S2", event="bill").after.under
    assert amounts(named.charges) == {"sewer user fee": None}


def test_a_year_is_four_quarters_and_the_levy(town: Path, ordinances: Ordinances) -> None:
    # 4 x 98.25 = 393 of user fees and 1,000 of the levy; what the town bills today is in no ordinance on file.
    year = compared(town, ordinances, None, event="bill").year
    assert year == ChargeDifference("year", None, Fraction(1393), None)
    # A levy that nobody states is open, and not nothing.
    without = compared(town, ordinances, None, levy=None, event="bill").year
    assert without == ChargeDifference("year", None, Fraction(393), None, ("levy of the district",))
    # Of a parcel that is named nobody supposes a billing unit: its user fee is open, and 1,000 of the levy are known.
    named = compared(town, ordinances, "7-S2", event="bill").year
    assert named == ChargeDifference("year", None, Fraction(1000), None, ("sewer user fee",))


def of_periods(known: Mapping[HowOften, str | None], *, is_governed: bool = True) -> ParcelCharges:
    """Return the charges of a parcel of which a sum of each period is known, or open."""
    sums = tuple(
        ChargeSum(period, None if amount is None else Fraction(amount), 1, () if amount else (f"charge a {period}",))
        for period, amount in known.items()
    )
    under = ChargesUnder("a", "A", None, governs=True, governs_says="", charges=(), sums=sums, missing=())
    return ParcelCharges(
        townline="",
        date=DATE,
        event="bill",
        parcel_id="1",
        county=None,
        municipality=None,
        site_address=None,
        acres=None,
        places=(),
        stated=ChargesStated(),
        under=(under,) if is_governed else (),
        conflict=None,
        says=(),
        editions={},
        register_hash=None,
        notes=(),
    )


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # 12 x 6.40 + 4 x 61.20 + 384 = 76.80 + 244.80 + 384 = 705.60, and 4 x 98.25 + 500 = 893.
        ({"month": "6.40", "quarter": "61.20", "year": "384"}, {"quarter": "98.25"}, ("705.60", "893", "187.40")),
        # What falls due once is of no year.
        ({"quarter": "10", "once": "5"}, {"quarter": "10", "once": "7"}, ("40", "540", "500")),
        # A side that has charges and no amount is open: the difference is not known.
        ({"quarter": None}, {"quarter": "10"}, (None, "540", None)),
        ({"quarter": "10"}, {"quarter": None}, ("40", "500", None)),
        ({"quarter": "10", "year": None}, {"quarter": "10"}, ("40", "540", "500")),
    ],
)
def test_a_year_by_periods(
    before: Mapping[HowOften, str | None], after: Mapping[HowOften, str | None], expected: tuple[str | None, ...]
) -> None:
    found = year_between(of_periods(before), of_periods(after), Fraction(500))
    wanted = [None if each is None else Fraction(each) for each in expected]
    assert [found.before, found.after, found.more] == wanted
    assert found.open == tuple(
        f"charge a {each}" for side in (before, after) for each, known in side.items() if not known
    )


def test_nothing_before_is_no_zero_where_no_ordinance_governs() -> None:
    found = year_between(of_periods({}, is_governed=False), of_periods({"quarter": "10"}), Fraction(500))
    assert (found.before, found.after, found.more) == (None, Fraction(540), None)


@pytest.mark.parametrize("event", ["connect", "develop", "divide"])
def test_a_year_is_told_of_a_bill_alone(town: Path, ordinances: Ordinances, event: Event) -> None:
    assert compared(town, ordinances, "7-S1", event=event).year is None


def test_the_ordinance_is_said_to_stand_in_for_that_of_the_proposed_district(
    town: Path, ordinances: Ordinances
) -> None:
    (after,) = compared(town, ordinances, "7-S1").after.under
    assert after.governs_says.startswith("The charges of this ordinance stand in for those of the proposed district: ")
    assert "annexed" not in after.governs_says


def test_of_a_parcel_inside_in_part_it_is_said(town: Path, ordinances: Ordinances) -> None:
    west, south, east, north = LOTS["S1"]
    half = (west, south, (west + east) // 2, north)
    answer = compared(town, ordinances, "7-S1", rows=half)
    assert any("Only 50 percent of the parcel's area lies inside" in note for note in answer.notes)
    assert not any(
        "lies inside the proposed district. The levy" in each for each in compared(town, ordinances, "7-S1").notes
    )
    # All the value inside is half of its own.
    assert answer.levy_after is not None
    assert answer.levy_after.parcel_value == answer.levy_after.district_value == 62_500


def test_a_small_share_is_said_exactly(town: Path, ordinances: Ordinances) -> None:
    # 90,000 of 1,090,000 is 8.256881 percent; 5,450 over 1,362,500 equalized is 4 dollars for 1,000.
    levy = compared(town, ordinances, "7-N3").levy_after
    assert levy is not None
    assert "8.256881 percent of it" in levy.says[0]
    rate = compared(town, ordinances, "7-N3", levy="1000").levy_after
    assert rate is not None
    assert "$0.733945 for each $1,000" in " ".join(rate.says)
