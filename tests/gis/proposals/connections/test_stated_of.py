"""What people established of parcels and mains, for a whole layer at once."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from gis.proposals.connections.stated import LowestFloor, StatedMain, StatedParcel, stated_mains, stated_of
from gis.register.entries import COLUMNS, Register
from gis.register.facts import parcel_facts
from gis.register.reading import read_register

LATE = dt.date(2030, 1, 1)
D = dt.date.fromisoformat


def register(*rows: str) -> Register:
    """Return entries written as subject_kind,subject,kind,value,date, and history where it is needed."""
    head = f"{','.join(COLUMNS[:5])},entry,replaces,document,who"
    return read_register("\n".join((head, *rows, "")).encode(), "register.csv")


HELD = register(
    'parcel,"1-22, Rock",property_in_use,yes,2026-01-01',
    "parcel,1-22,private_system_present,yes,2026-01-02",
    "parcel,1-22,connection_notice,,2026-05-01",
    "parcel,1-23,connection_made,,2026-02-01",
    "parcel,1-23,facility_available,yes,2026-02-01",
    "parcel,1-23,connection_billed,6000,2026-03-01",
    "owner,812,objection,No,2026-01-01",
)


def test_the_facts_of_a_parcel_are_typed_and_by_rule() -> None:
    found = stated_of(HELD, LATE).of("1-22", "Rock")
    assert found.facts == {
        "MUK-01": {"in_use": True},
        "CKSD-01": {"in_use": True, "notice": D("2026-05-01")},
        "CKSD-02": {"private_system": True, "notice": D("2026-05-01")},
        "VLG-06": {"private_system": True},
        "WIS-281.45": {"notice": D("2026-05-01")},
    }
    assert (found.in_use, found.private_system, found.connected) == (True, True, None)
    other = stated_of(HELD, LATE).of("1-23", "Rock")
    assert (other.connected, other.connection_made, other.facility_available) == (True, D("2026-02-01"), True)
    assert other.facts["MUK-02"] == {"cost": Fraction(6000)}


def test_an_entry_that_names_the_county_is_about_no_parcel_of_another() -> None:
    # Only the entries that name the number alone hold in Dane too.
    assert stated_of(HELD, LATE).of("1-22", "Dane").in_use is None
    assert stated_of(HELD, LATE).of("1-22", "Dane").private_system is True


def test_only_what_is_dated_by_the_day_counts() -> None:
    assert "notice" not in stated_of(HELD, D("2026-04-30")).of("1-22", "Rock").facts["CKSD-01"]


def test_the_parcels_of_which_something_is_known() -> None:
    stated = stated_of(HELD, LATE)
    assert stated.positions(["1-21", "1-22", "1-23", "1-22"], ["Rock", "Rock", None, "Dane"]) == [1, 2, 3]
    assert stated.of("1-21", "Rock") == StatedParcel()
    nothing = stated_of(None, LATE)
    assert (nothing.positions(["1-22"], ["Rock"]), nothing.of("1-22")) == ([], StatedParcel())


def test_a_correction_counts_and_contradictions_are_not_known() -> None:
    found = register(
        "parcel,1-22,property_in_use,yes,2026-01-01,1,,,",
        "parcel,1-22,property_in_use,no,2026-01-01,2,1,,",
        "parcel,1-23,connected,yes,2026-01-01",
        'parcel,"1-23, Rock",connected,no,2026-01-01',
    )
    stated = stated_of(found, LATE)
    assert stated.of("1-22").in_use is False
    # The two names are of one parcel, and say different things of one day.
    assert stated.of("1-23", "Rock").facts["MUK-04"] == {"connected": None}


@pytest.mark.parametrize(("parcel", "county"), [("1-22", "Rock"), ("1-22", None), ("1-23", "Rock"), ("1-9", "Rock")])
def test_the_same_rules_as_for_one_parcel(parcel: str, county: str | None) -> None:
    assert set(stated_of(HELD, LATE).of(parcel, county).facts) == set(parcel_facts(HELD, parcel, LATE, county=county))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["lowest_floor_navd88_ft,842.35,2026-01-01"], LowestFloor(Fraction(84235, 100), "NAVD88")),
        (["lowest_floor_ngvd29_ft,842.4,2026-01-01"], LowestFloor(Fraction(8424, 10), "NGVD29")),
        # Measured anew; the newer one holds.
        (
            ["lowest_floor_navd88_ft,842.35,2026-01-01", "lowest_floor_navd88_ft,842.1,2026-02-01"],
            LowestFloor(Fraction(8421, 10), "NAVD88"),
        ),
        # Two datums are never mixed, and nobody says which of the two elevations is meant.
        (["lowest_floor_navd88_ft,842.35,2026-01-01", "lowest_floor_ngvd29_ft,842.4,2026-01-01"], None),
        (["lowest_floor_navd88_ft,842.35,2026-01-01", "lowest_floor_navd88_ft,841,2026-01-01"], None),
        (["vacant,yes,2026-01-01"], None),
    ],
)
def test_the_lowest_floor_with_its_datum(rows: list[str], expected: LowestFloor | None) -> None:
    found = stated_of(register(*(f"parcel,1-22,{row}" for row in rows)), LATE)
    assert found.of("1-22").lowest_floor == expected


def test_what_is_known_of_mains_and_stations() -> None:
    found = register(
        "main,S-4,main_operational,,2026-03-15",
        "main,S-4,main_installed,,2025-11-02",
        "main,S-4,spare_capacity_gpd,5000.5,2026-03-15",
        "main,S-4,spare_capacity_gpd,4000,2026-04-15",
        "main,S-4,local_sewer_adequate,yes,2026-04-15",
        "main,S-4,commission_capacity,no,2026-04-15",
        "main,LS-1,spare_capacity_gpd,100,2026-04-15",
        "main,LS-1,spare_capacity_gpd,200,2026-04-15",
        "main,LS-1,main_operational,,2026-03-15",
        "main,LS-1,main_operational,,2026-03-16",
        "parcel,1-22,connected,yes,2026-04-15",
    )
    assert stated_mains(found, LATE) == {
        "S-4": StatedMain(
            installed=D("2025-11-02"),
            operational=D("2026-03-15"),
            spare_capacity_gpd=Fraction(4000),
            local_sewer_adequate=True,
            commission_capacity=False,
        ),
        # What two entries say differently is not known.
        "LS-1": StatedMain(),
    }
    assert stated_mains(found, D("2026-04-01"))["S-4"].spare_capacity_gpd == Fraction(50005, 10)
    assert stated_mains(None, LATE) == {}


def test_a_hundred_thousand_parcels_with_few_entries_are_looked_through_by_name() -> None:
    names = [f"1-{i}" for i in range(100_000)]
    assert stated_of(HELD, LATE).positions(names, ["Rock"] * len(names)) == [22, 23]
