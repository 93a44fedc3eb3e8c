from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.errors import OptionInvalid
from gis.law.ordinance_files import Ordinances
from gis.model.charges import ChargesUnder, Event, ParcelCharges
from gis.model.jsonio import to_json
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.checking import stated_of
from gis.proposals.charges.one_parcel import parcel_charges
from gis.proposals.on_file import LayersOnFile
from tests.gis.proposals.charges.conftest import DATE, DISTRICT_ID, VILLAGE_ID, Told, amounts, entries
from tests.gis.proposals.charges.places import SECOND, TOWN, add_districts, divide
from tests.gis.proposals.connections.village import DISTRICT, write_village

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_village(tmp_path_factory.mktemp("charges"))


@pytest.fixture(scope="module")
def district(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same land as a town's, in two districts from 2025 on."""
    folder = tmp_path_factory.mktemp("charges")
    layers = write_village(folder, TOWN, DISTRICT)
    add_districts(layers, (DISTRICT, SECOND), folder)
    return layers


def ask(  # noqa: PLR0913 - what a test varies
    layers: Path,
    ordinances: Ordinances,
    event: Event,
    ids: Sequence[str] = (),
    told: Told = (),
    parcel: str = "7-S1",
    date: dt.date = DATE,
    **stated: Any,  # noqa: ANN401 - as ChargesStated has them
) -> ParcelCharges:
    asked = ChargesAsked(
        date=date,
        event=event,
        ordinances=ordinances,
        folder=layers,
        ids=tuple(ids),
        register=entries(told) if told else None,
        stated=stated_of(stated, event, date),
    )
    return parcel_charges(LayersOnFile(layers), asked, parcel)


def under(answer: ParcelCharges) -> ChargesUnder:
    (only,) = answer.under
    return only


def test_a_connection_in_the_village(village: Path, ordinances: Ordinances) -> None:
    answer = ask(village, ordinances, "connect", [VILLAGE_ID], recs=1, new_building=False)
    assert answer.places == ("Village of Mukwonago",)
    assert answer.acres == Fraction(15_000, 43_560)  # a lot of 100 by 150 feet
    told = under(answer)
    assert amounts(told.charges) == {
        "reserve capacity assessment": "3200.00",
        "payments before the permit to connect": None,
        "permit fee": "75.00",
    }
    (once,) = told.sums
    assert (once.how_often, once.charges) == ("once", 2)
    assert once.known == 3275
    assert once.open == ("payments before the permit to connect",)
    assert [each.fact for each in told.missing] == ["the regional connection fee, on June 15, 2026"]


def test_a_bill_of_a_connected_house(village: Path, ordinances: Ordinances) -> None:
    told = [
        ("connected", "yes", "2020-01-01"),
        ("development_kind", "single_family", "2020-01-01"),
        ("water_june_gal", "12000", "2026-06-14"),
    ]
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], told))
    assert amounts(answer.charges) == {
        "residential equivalency charge": "384.00",
        "sewer use charge, quarter ending June": "61.20",
    }
    assert [(each.how_often, each.known) for each in answer.sums] == [("quarter", Fraction("61.2")), ("year", 384)]


def test_a_house_that_is_not_connected_is_not_billed_for_use(village: Path, ordinances: Ordinances) -> None:
    # M1 in front of it is in service since March 15, 2025; 9 months to connect ended on December 15, 2025.
    told = [
        ("connected", "no", "2026-01-01"),
        ("standby_notice_given", "", "2026-01-05"),
        ("in_use", "yes", "2026-01-01"),
    ]
    told = told[:2]
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], told))
    names = amounts(answer.charges)
    # 150 percent of 96 a quarter is 48 a month; with the ready-to-serve charge of 90 percent one of the two is open.
    assert names["standby charge"] == "48.00"
    assert names["ready-to-serve charge"] is None
    ready = next(each for each in answer.charges if each.name == "ready-to-serve charge")
    assert [each.amount for each in ready.readings] == [Fraction("86.4")]
    assert any("nothing is billed for using the sewer" in note for note in answer.notes)


NOT_CONNECTED = ("connected", "no", "2026-01-01")
NOTICE = ("standby_notice_given", "", "2026-01-05")
TWO_UNITS = ("residential_units", "2", "2026-01-01")


@pytest.mark.parametrize(
    ("told", "stated", "standby", "ready"),
    [
        # 150 percent of 96 a quarter is 48 a month; 90 percent of 96 is 86.40 a quarter. Each for each unit.
        ([NOTICE], {}, "48.00", "86.40"),
        ([NOTICE, TWO_UNITS], {}, "96.00", "172.80"),
        ([NOTICE], {"recs": "2.5"}, "120.00", "216.00"),
        ([NOTICE, TWO_UNITS], {"recs": "2.5"}, "120.00", "216.00"),
    ],
)
def test_land_without_connection_is_charged_for_every_unit(  # noqa: PLR0913 - one parameter a column of the table
    village: Path,
    ordinances: Ordinances,
    told: list[tuple[str, str, str]],
    stated: dict[str, str],
    standby: str,
    ready: str,
) -> None:
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], [NOT_CONNECTED, *told], **stated))
    charges = {each.name: each for each in answer.charges}
    assert charges["standby charge"].amount == Fraction(standby)
    assert [each.amount for each in charges["ready-to-serve charge"].readings] == [Fraction(ready)]
    assert all("Own text" in charges[name].citation for name in ("standby charge", "ready-to-serve charge"))
    known = bool(stated) or TWO_UNITS in told
    assert any("for one unit, since nobody states" in each for each in charges["standby charge"].says) is not known


def test_units_that_contradict_each_other_charge_nothing(village: Path, ordinances: Ordinances) -> None:
    told = [NOT_CONNECTED, NOTICE, TWO_UNITS, ("residential_units", "3", "2026-01-01")]
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], told))
    assert {each.amount for each in answer.charges if each.name.startswith(("standby", "ready"))} == {None}


@pytest.mark.parametrize(
    ("told", "date", "why"),
    [
        # Without a notice none may be billed; the time to connect ran until December 15, 2025.
        ([], DATE, "No written notice is on record"),
        ([NOTICE], dt.date(2026, 1, 15), "no standby charge may be billed yet"),
    ],
)
def test_a_standby_charge_that_does_not_follow_is_told_with_why(
    village: Path,
    ordinances: Ordinances,
    told: list[tuple[str, str, str]],
    date: dt.date,
    why: str,
) -> None:
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], [NOT_CONNECTED, *told], date=date))
    (standby,) = [each for each in answer.not_due if each.name == "standby charge"]
    assert standby.amount == 0
    assert why in standby.says[0]
    assert "standby charge" not in {each.name for each in answer.charges}


def test_before_the_time_to_connect_ends_nobody_failed_to(village: Path, ordinances: Ordinances) -> None:
    told = [("connected", "no", "2025-04-01"), ("standby_notice_given", "", "2025-04-01")]
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], told, date=dt.date(2025, 6, 15)))
    (standby,) = [each for each in answer.not_due if each.name == "standby charge"]
    assert "may connect until December 15, 2025" in standby.says[0]
    # A ready-to-serve charge alone: 90 percent of the charge on file, and none of it late before 20 days have passed.
    ready = next(each for each in answer.charges if each.name == "ready-to-serve charge")
    assert ready.finding is not None


def test_where_nobody_says_whether_it_is_connected_what_may_follow_is_told(
    village: Path, ordinances: Ordinances
) -> None:
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], [NOTICE]))
    charges = {each.name: each for each in answer.charges}
    for name in ("standby charge", "ready-to-serve charge"):
        assert charges[name].amount is None
        assert "whether the premises are connected" in [each.fact for each in charges[name].missing]
    assert "residential equivalency charge" in charges


def test_a_charge_for_land_without_connection_is_late_too(village: Path, ordinances: Ordinances) -> None:
    told = [NOT_CONNECTED, NOTICE]
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], told, issued="2026-05-01"))
    # 20 days from May 1 end on May 21; 10 percent of 48.
    assert amounts(answer.charges)["late charge on the sewer bill"] == "4.80"


@pytest.mark.parametrize(
    ("issued", "date", "dollars"),
    # 90 percent of 96 a quarter. The village's budget is of 2026 alone, and its text of 2020 on.
    [
        (None, DATE, "86.40"),
        ("2026-01-01", DATE, "86.40"),
        ("2025-12-31", DATE, None),
        ("2026-12-31", dt.date(2027, 2, 1), "86.40"),
        ("2027-01-01", dt.date(2027, 2, 1), None),
        (None, dt.date(2027, 2, 1), None),
        ("2019-12-31", DATE, None),
    ],
)
def test_a_statement_of_land_without_connection_has_the_figures_of_its_own_day(
    village: Path, ordinances: Ordinances, issued: str | None, date: dt.date, dollars: str | None
) -> None:
    answer = under(ask(village, ordinances, "bill", [VILLAGE_ID], [NOT_CONNECTED], date=date, issued=issued))
    assert amounts(answer.charges)["ready-to-serve charge"] == dollars
    if dollars is None:
        day = dt.date.fromisoformat(issued) if issued else date
        ready = next(each for each in answer.charges if each.name == "ready-to-serve charge")
        assert [f"{day:%B} {day.day}, {day.year}" in each.fact for each in ready.missing] == [True]


def test_two_districts_are_each_told_and_never_summed(district: Path, ordinances: Ordinances) -> None:
    second = ordinances.get(DISTRICT_ID, DATE)
    assert second.place_name == DISTRICT
    # The packaged ordinance and ours both name the district: two ordinances charge one piece of land.
    answer = ask(
        district, ordinances, "connect", ["cksd", DISTRICT_ID], [("sanitary_levy_never_paid", "", "2026-01-01")]
    )
    assert [each.ordinance for each in answer.under] == ["cksd", DISTRICT_ID]
    assert answer.conflict is not None
    assert "cksd" in answer.conflict
    assert DISTRICT_ID in answer.conflict
    assert "--ordinance" in answer.conflict
    assert [[each.known for each in one.sums] for one in answer.under] == [[None], [4300]]
    named = ask(district, ordinances, "connect", [DISTRICT_ID])
    assert named.conflict is None
    assert named.places == (TOWN, DISTRICT, SECOND)


def test_land_that_no_ordinance_governs_is_told_what_to_do(village: Path, ordinances: Ordinances) -> None:
    answer = ask(village, ordinances, "connect", [VILLAGE_ID], parcel="7-T1")
    assert answer.under == ()
    assert answer.says[0] == ("No ordinance on file with charges governs this land, which lies in the Town of Vernon.")
    assert "townline ordinance new" in answer.says[1]
    assert answer.says[2] == ("Village charges (invented): The land does not lie in the Village of Mukwonago.")


def test_a_division_points_to_what_it_reopens(district: Path, ordinances: Ordinances) -> None:
    answer = under(ask(district, ordinances, "divide", [DISTRICT_ID], lots=4))
    assert amounts(answer.charges) == {"future development charge (FCAC)": "7400.00"}
    assert any("townline assess PROJECT.yaml --reopen" in note for note in answer.notes)


def test_a_parcel_that_was_divided_since_the_oldest_roll(
    tmp_path_factory: pytest.TempPathFactory, ordinances: Ordinances
) -> None:
    folder = tmp_path_factory.mktemp("divided")
    layers = write_village(folder, TOWN, DISTRICT)
    divide(layers, folder)
    told = [("sanitary_levy_first_paid", "", "1995-01-31")]

    def charge(lot: str) -> ChargesUnder:
        answer = ask(layers, ordinances, "connect", [DISTRICT_ID], parcel=f"7-{lot}")
        return under(answer)

    divided = {each.name: each for each in charge("X3B").charges}["future development charge (FCAC)"]
    assert divided.amount == 1850
    assert any("has parcel 7-X3, of which 7-X3A and 7-X3B were made since" in each for each in divided.says)
    whole = under(ask(layers, ordinances, "connect", [DISTRICT_ID], told))
    assert "future development charge (FCAC)" in amounts(whole.not_due)


def test_frontage_along_an_extension_is_measured(village: Path, ordinances: Ordinances) -> None:
    # M1 lies in Elm Street, on which S1, S2 and S3 front for 100 ft each: a third of 60,000.
    told = [
        ("main_extension_cost", "60000.00", "2020-01-01"),
        ("main_extension_along", "M1", "2020-01-01"),
        ("main_extension_completed", "", "2019-09-01"),
    ]
    answer = under(ask(village, ordinances, "connect", [VILLAGE_ID], told, new_building=False))
    charge = {each.name: each for each in answer.charges}["contribution to the main extension"]
    assert charge.amount == 20_000
    assert any("fronts for 100 ft, all property for 300 ft" in each for each in charge.says)


def test_no_figure_of_another_year(district: Path, ordinances: Ordinances) -> None:
    told = [("space_with_fixtures", "", "2026-01-01"), ("connected", "yes", "2026-01-01")]
    this = under(ask(district, ordinances, "bill", [DISTRICT_ID], told))
    later = under(ask(district, ordinances, "bill", [DISTRICT_ID], told, date=dt.date(2027, 1, 1)))
    assert amounts(this.charges) == {"sewer user fee": "98.25"}
    assert amounts(later.charges) == {"sewer user fee": None}
    assert [each.known for each in later.sums] == [None]


def test_nobody_is_named_and_no_charge_is_negative(village: Path, district: Path, ordinances: Ordinances) -> None:
    events: tuple[Event, ...] = ("connect", "develop", "divide", "bill")
    for layers, ordinance in ((village, VILLAGE_ID), (district, DISTRICT_ID)):
        for event in events:
            answer = ask(layers, ordinances, event, [ordinance])
            text = to_json(answer).decode()
            assert "OWNER" not in text
            assert "BOX" not in text
            for one in answer.under:
                assert all(each.amount is None or each.amount > 0 for each in one.charges)
                # An open charge says what is missing, or that the law gives no answer.
                assert all(each.missing or each.readings for each in one.charges if each.amount is None)


def test_a_parcel_that_is_not_on_file(village: Path, ordinances: Ordinances) -> None:
    with pytest.raises(OptionInvalid, match="No parcel 7-S9"):
        ask(village, ordinances, "connect", parcel="7-S9")
